// `npm run asvs` writes docs/asvs.md after a change of its table.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled();
process.exitCode = await runNode(['tools/asvs/main.ts']);
