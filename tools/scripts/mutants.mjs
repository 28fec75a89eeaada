// `npm run mutants` places small faults by a seed and runs the tests that can notice each. See docs/decisions/mutants.md.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled();
process.exitCode = await runNode(['tools/mutants/main.ts', ...process.argv.slice(2)]);
