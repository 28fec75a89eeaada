// `npm run language [tag]` lists the missing messages of a language and the errors in its file.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled();
process.exitCode = await runNode(['tools/languages/main.ts', ...process.argv.slice(2)]);
