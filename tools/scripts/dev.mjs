// `npm run dev` runs the demo school with reload. The page server is the one address to open; it passes calls and
// sockets on to the product, which restarts when a file of the server changes.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { ensureInstalled } from './lib/ensure-installed.mjs';
import { inRoot, node, root } from './lib/paths.mjs';
import { environment, follow } from './lib/run.mjs';

await ensureInstalled({ withTools: false });
const port = process.env.PORT || '3000';
const host = process.env.HOST || '127.0.0.1';
const inner = await findFreePort();
const address = `http://${host}:${port}`;

const children = [
  start(['--watch', '--watch-preserve-output', 'apps/server/src/main.ts'], { PORT: String(inner), HOST: '127.0.0.1', PUBLIC_URL: address, ROLES: 'all' }),
  start(
    [
      inRoot('node_modules', 'vite', 'bin', 'vite.js'),
      'apps/web',
      '--port',
      port,
      '--strictPort',
      '--host',
      host,
      '--clearScreen',
      'false',
      '--configLoader',
      'native',
    ],
    { API_ORIGIN: `http://127.0.0.1:${inner}` },
  ),
];
const codes = await Promise.all(
  children.map(async (child) => {
    const code = await follow(child);
    for (const other of children) other.kill('SIGTERM'); // one without the other is of no use
    return code;
  }),
);
process.exitCode = Math.max(...codes.filter((code) => code < 128), 0);

function start(args, env) {
  return spawn(node, args, { cwd: root, env: environment(env), stdio: 'inherit' });
}

function findFreePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}
