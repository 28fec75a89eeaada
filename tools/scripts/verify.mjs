// `npm run verify` reads a backup, or without a folder the installation, and reports what is missing.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled({ withTools: false });
process.exitCode = await runNode(['apps/server/src/verify-backup.ts', ...process.argv.slice(2)]);
