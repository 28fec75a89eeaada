// `npm run demo:reset`: brings the demo school back to its first day.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled({ withTools: false });
process.exitCode = await runNode(['apps/server/src/reset-demo.ts']);
