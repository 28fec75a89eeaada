import { readFileSync } from 'node:fs';
import { parseSchema, type Schema } from './schema.ts';

/** Reads the tables that the migrations make. */
export const readSchema = (): Schema => parseSchema(readFileSync(new URL('../../../migrations/schema.txt', import.meta.url), 'utf8'));
