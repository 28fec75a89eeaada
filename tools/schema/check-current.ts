// Checks that the committed schema description matches the current migrations by their fingerprint. schema.pg.test.ts,
// which needs a database, checks its content.
import { readFileSync } from 'node:fs';
import { fingerprintMigrations, readMigrations } from '@classwright/server/platform/database/migrations';
import { schemaFiles } from './generate.ts';

const wanted = `# migrations ${fingerprintMigrations(readMigrations())}`;
if (readFileSync(schemaFiles.description, 'utf8').split('\n').includes(wanted)) console.log('The schema description belongs to these migrations.');
else {
  console.error('apps/server/migrations/schema.txt and schema.gen.ts were written for other migrations. Run: npm run schema');
  process.exitCode = 1;
}
