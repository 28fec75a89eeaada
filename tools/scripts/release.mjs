// `npm run release` makes the files that a server is installed from, in release/ or in the folder after --to.
import { buildWeb } from './lib/build-web.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled({ withTools: false });
const web = buildWeb();
process.exitCode = await runNode(['tools/release/main.ts', '--web', web, ...process.argv.slice(2)]);
