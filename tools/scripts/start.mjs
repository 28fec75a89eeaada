// `npm start`: installs and builds what is missing, then runs the product until it is stopped. The product prepares its
// database while the web app is being built, and opens when both are ready.
import { spawn } from 'node:child_process';
import { buildServer } from './lib/build-server.mjs';
import { buildWeb, findBuild } from './lib/build-web.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRoot, node, root } from './lib/paths.mjs';
import { environment, follow, runNode } from './lib/run.mjs';
import { serverFlags } from './lib/server-flags.mjs';

await ensureInstalled({ withTools: false });
const found = findBuild();
const web = ['--web', found.folder];
if (found.isComplete) await buildWeb(found);
else {
  const builder = spawn(node, [inRoot('tools', 'scripts', 'build.mjs')], { cwd: root, env: environment(), stdio: 'inherit' });
  void follow(builder); // it prints why it fails, and the product then ends too
  web.push('--built-by', String(builder.pid));
}
const program = await buildServer();
// `npm start -- --phones`: what is given goes on to the product, which says what it takes.
process.exitCode = await runNode([...serverFlags, 'apps/server/src/main.ts', ...(program ? ['--program', program] : []), ...web, ...process.argv.slice(2)], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  watchParent: true,
});
