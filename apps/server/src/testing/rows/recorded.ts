import { fileURLToPath } from 'node:url';

/** The folder with the statements that each file of tests has sent, for an older server to try. */
export const RECORDED = fileURLToPath(new URL('../../../../../node_modules/.cache/statements/', import.meta.url));
