// `npm start`: installs and builds what is not there yet, then runs the product until it is told to stop. While the web app
// is being built the product makes its database ready; it lets people in when both are.
import { spawn } from 'node:child_process';
import { buildWeb, findBuild } from './lib/build-web.mjs';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRoot, node, root } from './lib/paths.mjs';
import { environment, follow, runNode } from './lib/run.mjs';
import { serverFlags } from './lib/server-flags.mjs';

await ensureInstalled({ withTools: false });
const found = findBuild();
const web = ['--web', found.folder];
if (found.isComplete) buildWeb(found);
else {
  const builder = spawn(node, [inRoot('tools', 'scripts', 'build.mjs')], { cwd: root, env: environment(), stdio: 'inherit' });
  void follow(builder); // one that fails says why, and the product then ends too
  web.push('--built-by', String(builder.pid));
}
process.exitCode = await runNode([...serverFlags, 'apps/server/src/main.ts', ...web], {
  stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  watchParent: true,
});
