// `npm run upgrade` upgrades the installation that another version serves to this one, with a way back.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled({ withTools: false });
process.exitCode = await runNode(['apps/server/src/upgrade.ts', ...process.argv.slice(2)]);
