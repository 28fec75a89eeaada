import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, inject, onTestFinished, test } from 'vitest';
import { connectionOf, preparedFolder } from '../testing/prepared-folder.ts';
import { pngOf } from '../testing/pictures.ts';
import { isAlive, type ProductProcess, startProductProcess, toDatabaseUrl } from '../testing/product-process.ts';
import { withClient, withScratchDatabase } from '../testing/scratch-database.ts';
import { mountSmallDisk } from '../testing/small-disk.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

function start(env: Record<string, string>): ProductProcess {
  const product = startProductProcess({ env });
  onTestFinished(async () => void (await product.end('SIGKILL')));
  return product;
}

async function signIn(address: string, email: string): Promise<string> {
  const reply = await fetch(`${address}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'classwright-demo' }),
  });
  if (reply.status !== 200) throw new Error(`sign-in of ${email}: ${reply.status}`);
  return ((await reply.json()) as { api_token: string }).api_token;
}
const isSignedIn = async (address: string, token: string) =>
  (await fetch(`${address}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } })).status === 200;
const postgres = { connection: inject('testDatabase').connection, stop: async () => undefined };
const postmaster = (folder: string) => Number(readFileSync(join(folder, 'postgres-18', 'postmaster.pid'), 'utf8').split('\n')[0]);

test('[B033] kill -9 of everything in the middle of writing loses nothing that was acknowledged', { timeout: 300_000 }, async () => {
  const folder = preparedFolder();
  const first = start({ DATA_DIR: folder });
  const address = await first.running;
  const acknowledged: string[] = [];
  // Sign-ins one after another, each a committed row. The kill comes between or during them.
  const writing = (async () => {
    for (let student = 1; student <= 120; student++) acknowledged.push(await signIn(address, `student${student}@demo.school`));
  })().catch(() => undefined);
  await expect.poll(() => acknowledged.length, { timeout: 120_000, interval: 5 }).toBeGreaterThan(5);
  process.kill(postmaster(folder), 'SIGKILL');
  first.child.kill('SIGKILL');
  await Promise.all([writing, first.ended]);
  expect(acknowledged.length).toBeLessThan(120);

  const second = start({ DATA_DIR: folder });
  const again = await second.running;
  for (const token of acknowledged) expect(await isSignedIn(again, token)).toBe(true);
  expect(await second.end()).toBe(0);
});

test('when only the server is killed its database stops automatically, and the next start goes on', { timeout: 300_000 }, async () => {
  const folder = preparedFolder();
  const first = start({ DATA_DIR: folder });
  const token = await signIn(await first.running, 'teacher@demo.school');
  const pid = postmaster(folder);
  await first.end('SIGKILL');
  await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
  const second = start({ DATA_DIR: folder });
  expect(await isSignedIn(await second.running, token)).toBe(true);
  expect(await second.end()).toBe(0);
});

test('[B010] when only the database dies it is started again, and the server answers as before', { timeout: 300_000 }, async () => {
  const folder = preparedFolder();
  const product = start({ DATA_DIR: folder });
  const address = await product.running;
  const token = await signIn(address, 'teacher@demo.school');
  const pid = postmaster(folder);
  process.kill(pid, 'SIGKILL');
  await expect.poll(async () => (await fetch(`${address}/readyz`)).status === 200 && postmaster(folder) !== pid, { timeout: 120_000 }).toBe(true);
  expect(await isSignedIn(address, token)).toBe(true);
  expect(await product.end()).toBe(0);
});

test('[B327] something clears the folder of the socket: the database is back with a new one, without a start', { timeout: 300_000 }, async () => {
  const folder = preparedFolder();
  const product = start({ DATA_DIR: folder });
  const address = await product.running;
  const token = await signIn(address, 'teacher@demo.school');
  const socket = join(folder, 'socket');
  rmSync(socket, { recursive: true });
  await expect.poll(() => existsSync(join(socket, '.s.PGSQL.5432')), { timeout: 60_000, interval: 200 }).toBe(true);
  await expect.poll(async () => (await fetch(`${address}/readyz`)).status, { timeout: 120_000 }).toBe(200);
  expect(await isSignedIn(address, token)).toBe(true);
  // And calls that need new connections.
  expect(await Promise.all(Array.from({ length: 40 }, () => isSignedIn(address, token)))).not.toContain(false);
  expect(await product.end()).toBe(0);
});

test('[B329] the disk is full while it runs: it is not ready, and goes on automatically when there is room again', { timeout: 300_000 }, async (context) => {
  const folder = temporaryFolder();
  if (!mountSmallDisk(folder, 600)) return context.skip('a small disk can be mounted by root only');
  preparedFolder(folder);
  const product = start({ DATA_DIR: folder });
  const address = await product.running;
  const token = await signIn(address, 'teacher@demo.school');
  spawnSync('dd', ['if=/dev/zero', `of=${join(folder, 'filler')}`, 'bs=1M'], { stdio: 'ignore', timeout: 60_000 });
  const full = await fetch(`${address}/readyz`);
  expect([full.status, ((await full.json()) as { params: unknown }).params]).toEqual([503, { reason: 'disk' }]);
  rmSync(join(folder, 'filler'));
  await expect.poll(async () => (await fetch(`${address}/readyz`)).status, { timeout: 60_000 }).toBe(200);
  expect((await signIn(address, 'student1@demo.school')).length).toBeGreaterThan(10);
  expect(await isSignedIn(address, token)).toBe(true);
  expect(await product.end()).toBe(0);
});

test('[B1650] the disk of a data folder is full and the database runs elsewhere: people are served, and an upload is refused in words', {
  timeout: 300_000,
}, async (context) => {
  const folder = temporaryFolder();
  if (!mountSmallDisk(folder, 100)) return context.skip('a small disk can be mounted by root only');
  await withScratchDatabase(postgres, async (_client, connection) => {
    const product = start({ DATA_DIR: folder, DATABASE_URL: toDatabaseUrl(connection), DEMO: 'on' });
    const address = await product.running;
    spawnSync('dd', ['if=/dev/zero', `of=${join(folder, 'filler')}`, 'bs=1M'], { stdio: 'ignore', timeout: 60_000 });
    expect((await fetch(`${address}/readyz`)).status).toBe(200);
    const token = await signIn(address, 'teacher@demo.school');
    expect(await isSignedIn(address, token)).toBe(true);
    const form = new FormData();
    form.set('files', new Blob([new Uint8Array(pngOf(600))], { type: 'image/png' }), 'picture.png');
    const reply = await fetch(`${address}/api/files`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form });
    expect([reply.status, await reply.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'UNAVAILABLE', params: expect.objectContaining({ reason: 'disk' }) }),
    ]);
    rmSync(join(folder, 'filler'));
    expect(await product.end()).toBe(0);
  });
});

test('[B328] the disk of the write-ahead log is full: the database gives up, says why, and is back by itself with everything acknowledged', {
  timeout: 300_000,
}, async (context) => {
  const disk = temporaryFolder();
  if (!mountSmallDisk(disk, 120)) return context.skip('a small disk can be mounted by root only');
  const folder = preparedFolder();
  const log = join(folder, 'postgres-18', 'pg_wal');
  execFileSync('cp', ['-a', log, join(disk, 'pg_wal')]);
  rmSync(log, { recursive: true });
  symlinkSync(join(disk, 'pg_wal'), log);

  const product = start({ DATA_DIR: folder });
  const address = await product.running;
  const acknowledged = [await signIn(address, 'teacher@demo.school')];
  spawnSync('dd', ['if=/dev/zero', `of=${join(disk, 'filler')}`, 'bs=1M'], { stdio: 'ignore', timeout: 60_000 });
  const connection = connectionOf(folder);
  // Sign-ins are acknowledged until the log needs a file larger than the free space.
  for (let student = 1; student <= 30; student += 1) {
    const token = await signIn(address, `student${student}@demo.school`).catch(() => null);
    if (token === null) break;
    acknowledged.push(token);
    const isOver = await withClient(connection, (client) => client.query('SELECT pg_switch_wal()')).then(
      () => false,
      () => true,
    );
    if (isOver) break;
  }
  await expect.poll(async () => (await fetch(`${address}/readyz`)).status, { timeout: 120_000 }).toBe(503);
  await expect.poll(() => product.output(), { timeout: 120_000 }).toMatch(/The disk with the data folder \S+ is full/);
  rmSync(join(disk, 'filler'));
  await expect.poll(async () => (await fetch(`${address}/readyz`)).status, { timeout: 60_000 }).toBe(200);
  for (const token of acknowledged) expect(await isSignedIn(address, token)).toBe(true);
  expect(await product.end()).toBe(0);
});

test('a first start that is killed half way leaves nothing in the way of the next', { timeout: 300_000 }, async () => {
  const folder = temporaryFolder();
  for (const ms of [150, 350, 600, 900]) {
    const product = start({ DATA_DIR: folder });
    await sleep(ms);
    await product.end('SIGKILL');
  }
  const product = start({ DATA_DIR: folder });
  await signIn(await product.running, 'student30@demo.school');
  expect(await product.end()).toBe(0);
});
