// `npm run faults`: storms over a lesson, by seed; see docs/reliability.md.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled();
process.exitCode = await runNode(['tools/faults/main.ts', ...process.argv.slice(2)]);
