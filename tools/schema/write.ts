// `npm run schema` migrates a scratch database and writes its description.
import { writeFileSync } from 'node:fs';
import { readTestSettings } from '@classwright/server/platform/config';
import { openTestPostgres } from '@classwright/server/testing/postgres';
import { withMigratedDatabase } from '@classwright/server/testing/scratch-database';
import { generateSchemaFiles, schemaFiles } from './generate.ts';

const postgres = await openTestPostgres(readTestSettings().databaseUrl);
try {
  const files = await withMigratedDatabase(postgres, (client) => generateSchemaFiles(client));
  for (const [kind, path] of Object.entries(schemaFiles)) writeFileSync(path, files[kind as keyof typeof schemaFiles]);
  console.log('The schema description and the row types say what the migrations make.');
} finally {
  await postgres.stop();
}
