// `npm run google`: a simulated Google Classroom for trying sync by hand beside the demo; see docs/operations.md.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled();
process.exitCode = await runNode(['apps/server/src/testing/classroom/main.ts', ...process.argv.slice(2)]);
