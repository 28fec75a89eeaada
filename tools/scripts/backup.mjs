// `npm run backup` saves the installation that `npm start` would use, running or not, in a folder.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled({ withTools: false });
process.exitCode = await runNode(['apps/server/src/make-backup.ts', ...process.argv.slice(2)]);
