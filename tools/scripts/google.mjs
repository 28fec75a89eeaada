// `npm run google` runs a simulated Google Classroom for trying sync by hand with the demo. See docs/operations.md.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled();
process.exitCode = await runNode(['apps/server/src/testing/classroom/main.ts', ...process.argv.slice(2)]);
