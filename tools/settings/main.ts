// `npm run settings` writes the tables of settings of docs/operations.md. With --check it writes nothing and exits with 1 when
// they are not current.
import { readFileSync, writeFileSync } from 'node:fs';
import { settingsPage, writeSettings } from './tables.ts';

const page = readFileSync(settingsPage, 'utf8');
const current = writeSettings(page);
if (!process.argv.includes('--check')) writeFileSync(settingsPage, current);
else if (page !== current) {
  console.error('The tables of settings in docs/operations.md are not current. Run: npm run settings');
  process.exitCode = 1;
}
