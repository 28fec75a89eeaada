// `npm run status` says whether the installation of these settings runs on this machine, and how it is.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled({ withTools: false });
process.exitCode = await runNode(['apps/server/src/status.ts', ...process.argv.slice(2)]);
