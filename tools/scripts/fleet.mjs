// `npm run fleet` shows, writes and upgrades many installations on one machine, from a table of districts.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled({ withTools: false });
process.exitCode = await runNode(['apps/server/src/manage-fleet.ts', ...process.argv.slice(2)]);
