// `npm run settings` writes the tables of settings of docs/operations.md after a change of a setting.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled();
process.exitCode = await runNode(['tools/settings/main.ts']);
