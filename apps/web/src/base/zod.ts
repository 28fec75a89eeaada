/**
 * Configures `zod` for the browser, for all importers (see vite.config.ts): the content security policy refuses the
 * code that it would generate, and each attempt would be reported. This runs before any schema can be created.
 */
import { config } from 'zod/v4';

config({ jitless: true });

export * from 'zod/v4';
