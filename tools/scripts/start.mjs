// `npm start` installs and builds what is missing, then runs the product until it is stopped.
import { buildWeb } from './lib/build-web.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { runNode } from './lib/run.mjs';
import { serverFlags } from './lib/server-flags.mjs';

await ensureInstalled();
const webRoot = buildWeb();
process.exitCode = await runNode([...serverFlags, 'apps/server/src/main.ts', '--web', webRoot], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  watchParent: true,
});
