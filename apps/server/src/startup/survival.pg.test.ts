import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type ProductProcess, startProductProcess } from '../testing/product-process.ts';
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
const postmaster = (folder: string) => Number(readFileSync(join(folder, 'postgres-18', 'postmaster.pid'), 'utf8').split('\n')[0]);

test('kill -9 of everything in the middle of writing loses nothing that was acknowledged', { timeout: 120_000 }, async () => {
  const folder = temporaryFolder();
  const first = start({ DATA_DIR: folder });
  const address = await first.running;
  const acknowledged: string[] = [];
  // sign-ins one after another, each a committed row; the kill falls between or into them
  const writing = (async () => {
    for (let student = 1; student <= 120; student++) acknowledged.push(await signIn(address, `student${student}@demo.school`));
  })().catch(() => undefined);
  await expect.poll(() => acknowledged.length, { timeout: 30_000, interval: 5 }).toBeGreaterThan(5);
  process.kill(postmaster(folder), 'SIGKILL');
  first.child.kill('SIGKILL');
  await Promise.all([writing, first.ended]);
  expect(acknowledged.length).toBeLessThan(120);

  const second = start({ DATA_DIR: folder });
  const again = await second.running;
  for (const token of acknowledged) expect(await isSignedIn(again, token)).toBe(true);
  expect(await second.end()).toBe(0);
});

test('when only the server is killed its database stops by itself, and the next start goes on', { timeout: 90_000 }, async () => {
  const folder = temporaryFolder();
  const first = start({ DATA_DIR: folder });
  const token = await signIn(await first.running, 'teacher@demo.school');
  const pid = postmaster(folder);
  await first.end('SIGKILL');
  await expect.poll(() => isAlive(pid), { timeout: 20_000 }).toBe(false);
  const second = start({ DATA_DIR: folder });
  expect(await isSignedIn(await second.running, token)).toBe(true);
  expect(await second.end()).toBe(0);
});

test('when only the database dies it is started again, and the server answers as before', { timeout: 90_000 }, async () => {
  const folder = temporaryFolder();
  const product = start({ DATA_DIR: folder });
  const address = await product.running;
  const token = await signIn(address, 'teacher@demo.school');
  const pid = postmaster(folder);
  process.kill(pid, 'SIGKILL');
  await expect.poll(async () => (await fetch(`${address}/readyz`)).status === 200 && postmaster(folder) !== pid, { timeout: 30_000 }).toBe(true);
  expect(await isSignedIn(address, token)).toBe(true);
  expect(await product.end()).toBe(0);
});

test('a first start that is killed half way leaves nothing in the way of the next', { timeout: 120_000 }, async () => {
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

function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''; // a zombie has none
  } catch {
    return false;
  }
}
