// `npm run restore` creates an installation from a backup, in an empty place.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled({ withTools: false });
process.exitCode = await runNode(['apps/server/src/restore-backup.ts', ...process.argv.slice(2)]);
