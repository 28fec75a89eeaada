import { readFileSync } from 'node:fs';
import type {} from '@classwright/server/testing/global-setup'; // declares the type of `inject`
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import { expect, inject, test } from 'vitest';
import { generateSchemaFiles, schemaFiles } from './generate.ts';

test('the committed schema description and row types are what the migrations make (npm run schema)', async () => {
  const postgres = { connection: inject('testDatabase').connection, stop: async () => undefined };
  const current = await withMigratedDatabase(postgres, (client) => generateSchemaFiles(client));
  expect(readFileSync(schemaFiles.description, 'utf8')).toBe(current.description);
  expect(readFileSync(schemaFiles.types, 'utf8')).toBe(current.types);
});
