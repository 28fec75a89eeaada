// Whether the committed schema description belongs to the migrations as they are: their fingerprint stands in it. That
// it also says what they make is shown by schema.pg.test.ts, which needs a database.
import { readFileSync } from 'node:fs';
import { fingerprintMigrations, readMigrations } from '@classwright/server/platform/database/migrations';
import { schemaFiles } from './generate.ts';

const wanted = `# migrations ${fingerprintMigrations(readMigrations())}`;
if (readFileSync(schemaFiles.description, 'utf8').split('\n').includes(wanted)) console.log('The schema description belongs to these migrations.');
else {
  console.error('apps/server/migrations/schema.txt and schema.gen.ts were written for other migrations. Run: npm run schema');
  process.exitCode = 1;
}
