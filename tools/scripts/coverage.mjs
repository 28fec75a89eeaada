// `npm run coverage` writes dist/coverage.md from docs/coverage.tsv and the titles of all tests.
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled();
process.exitCode = await runNode(['tools/coverage/main.ts']);
