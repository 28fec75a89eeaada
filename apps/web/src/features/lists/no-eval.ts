import { config } from 'zod';

/** Before any schema is made: the content security policy refuses the code that zod would write for itself. */
config({ jitless: true });
