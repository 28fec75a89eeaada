// `npm run new:list name` and `npm run new:module name` write the files of a new list or module, in their places.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled();
process.exitCode = await runNode(['tools/scaffold/main.ts', ...process.argv.slice(2)]);
