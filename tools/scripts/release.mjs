// `npm run release` makes the files that a server is installed from, in release/ or in the folder after --to.
import { buildServer } from './lib/build-server.mjs';
import { buildWeb } from './lib/build-web.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';

await ensureInstalled({ withTools: false });
const web = await buildWeb();
const program = await buildServer();
if (program === null) process.exit(1);
process.exitCode = await runNode(['tools/release/main.ts', '--web', web, '--program', program, ...process.argv.slice(2)]);
