// `npm run stop` asks the installation of these settings to finish its work and end, and waits.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled({ withTools: false });
process.exitCode = await runNode(['apps/server/src/stop.ts', ...process.argv.slice(2)]);
