import { fileURLToPath } from 'node:url';
import { fingerprintMigrations, readMigrations } from '@classwright/server/platform/database/migrations';
import type pg from 'pg';
import { describeSchema } from './describe.ts';
import { printKyselyTypes } from './kysely-types.ts';
import { readCatalog } from './read-catalog.ts';

/** The two committed files generated from the migrations. */
export const schemaFiles = {
  description: fileURLToPath(new URL('../../apps/server/migrations/schema.txt', import.meta.url)),
  types: fileURLToPath(new URL('../../apps/server/src/platform/database/schema.gen.ts', import.meta.url)),
} as const;

/** Generates the content of the committed files from a database with every migration applied. */
export async function generateSchemaFiles(client: pg.Client): Promise<Record<keyof typeof schemaFiles, string>> {
  const schema = await readCatalog(client);
  return { description: describeSchema(schema, fingerprintMigrations(readMigrations())), types: printKyselyTypes(schema) };
}
