// `npm run classroom` has students of the demo school take part in a lesson: `npm run classroom -- --students 30`.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled();
process.exitCode = await runNode(['tools/simulate-class.ts', ...process.argv.slice(2)]);
