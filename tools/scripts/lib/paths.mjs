// Runs on the Node that started npm (18.19 or newer). Everything else runs on the Node that is installed with us.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../../../', import.meta.url));
export const inRoot = (...parts) => join(root, ...parts);
/** The Node of the lockfile. Older versions of npm put no link to it into `node_modules/.bin`. */
export const node = inRoot('node_modules', `node-${process.platform}-${process.arch}`, 'bin', 'node');
