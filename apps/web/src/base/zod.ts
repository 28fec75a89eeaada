/**
 * What `zod` is in the browser, whoever imports it (see vite.config.ts): the content security policy refuses the code
 * that it would write for itself, and each attempt would be reported. This runs before any schema can be made.
 */
import { config } from 'zod/v4';

config({ jitless: true });

export * from 'zod/v4';
