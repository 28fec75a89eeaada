// `npm run privacy` writes the pages of docs/privacy after a change of what tables hold about people, of terms or of settings.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled();
process.exitCode = await runNode(['tools/privacy/main.ts']);
