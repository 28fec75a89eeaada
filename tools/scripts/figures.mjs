// `npm run figures`: prints how large the code is and how it is cut. Pages of docs/ hold no such figure.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled();
process.exitCode = await runNode(['tools/figures/main.ts']);
