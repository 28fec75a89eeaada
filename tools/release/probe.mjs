// Runs inside a bare root folder: starts the release that is named, as a person would, and prints as JSON how the first minute went.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const [program, ready] = process.argv.slice(2);
const address = 'http://127.0.0.1:3000';
const beganAt = performance.now();
const product = spawn(program, { stdio: ['ignore', 'pipe', 'pipe'], env: { HOST: '127.0.0.1', DATA_DIR: '/data' } });
let output = '';
for (const stream of [product.stdout, product.stderr]) stream.on('data', (chunk) => (output += chunk));

const ask = (path, more) => fetch(address + path, more).catch(() => null);
const ended = once(product, 'exit');
let page = null;
while (page?.status !== 200 && product.exitCode === null) page = (await ask('/')) ?? (await sleep(50));
const firstPageMs = Math.round(performance.now() - beganAt);
const text = (await page?.text()) ?? '';
const assets = await Promise.all([...text.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css))"/g)].map(async ([, path]) => (await ask(path))?.status));
const body = JSON.stringify({ email: 'teacher@demo.school', password: 'classwright-demo' });
const signIn = (await ask('/api/auth/login', { method: 'POST', headers: { 'content-type': 'application/json' }, body }))?.status;
let health = 1;
// Containers ask again and again, and a process is ready some seconds after it listens.
for (let tries = 0; health !== 0 && tries < 120; tries += 1) {
  if (tries > 0) await sleep(500);
  [health] = await once(spawn(JSON.parse(ready)[0], JSON.parse(ready).slice(1), { stdio: 'inherit' }), 'exit');
}
const outside = await fetch('http://192.0.2.1/', { signal: AbortSignal.timeout(500) }).then(
  () => true,
  () => false,
);
product.kill('SIGTERM');
const [code] = await ended;

// Programs at the top would run, and workers wait for their first message; everything else can be loaded.
const sources = join(dirname(program), 'apps/server/src');
const unloadable = [];
const modules = readdirSync(sources, { recursive: true }).filter((file) => file.includes('/') && file.endsWith('.ts') && !file.endsWith('-worker.ts'));
for (const file of modules) await import(join(sources, file)).catch((error) => unloadable.push(`${file}: ${error.message}`));

console.log(JSON.stringify({ firstPageMs, assets, signIn, health, outside, code, output, loaded: modules.length, unloadable }));
process.exit();
