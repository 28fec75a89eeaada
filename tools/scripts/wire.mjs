// `npm run wire` writes the committed lines of all calls and live events.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled();
process.exitCode = await runNode(['tools/wire/main.ts']);
