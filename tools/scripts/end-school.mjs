// `npm run school:end` erases a whole school at the end of its contract, and writes a receipt.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled({ withTools: false });
process.exitCode = await runNode(['apps/server/src/end-school.ts', ...process.argv.slice(2)]);
