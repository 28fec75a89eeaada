import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { preparedFolder } from '../testing/prepared-folder.ts';
import { type ProductProcess, startProductProcess } from '../testing/product-process.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

/** Starts the product; it always ends with the test. */
function start(env: Record<string, string>): ProductProcess {
  const product = startProductProcess({ env });
  onTestFinished(async () => void (await product.end('SIGKILL')));
  return product;
}

/** Opens a connection to the product without sending anything. */
async function openLine({ port, hostname }: URL): Promise<Socket> {
  const line = connect(Number(port), hostname);
  line.on('error', () => undefined);
  await once(line, 'connect');
  return line;
}

/**
 * Keeps a call in progress, so that the product does not end and its behavior can be observed. Returns once the product
 * has the call's head.
 */
async function holdCall(address: URL): Promise<Socket> {
  const line = await openLine(address);
  line.write('POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 70\r\nExpect: 100-continue\r\n\r\n{"email":');
  const [head] = (await once(line, 'data')) as [Buffer];
  expect(head.toString()).toMatch(/^HTTP\/1\.1 100 /);
  return line;
}

/** Waits until the product accepts no new connections. */
const untilShut = ({ port, hostname }: URL): Promise<void> =>
  expect
    .poll(async () => {
      const line = connect(Number(port), hostname).on('error', () => undefined);
      const isOpen = await once(line, 'connect').then(
        () => true,
        () => false,
      );
      line.destroy();
      return isOpen;
    })
    .toBe(false);

const signIn = async (address: string, email: string, password = 'classwright-demo') =>
  fetch(`${address}/api/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ email, password }) });

test('the first start makes the demo school and says where it is and who can sign in; the second one finds all that', {
  timeout: 300_000,
}, async () => {
  const env = { DATA_DIR: temporaryFolder() };
  const first = start(env);
  const address = await first.running;
  await expect.poll(() => first.output()).toContain('Stop with Ctrl-C');
  for (const words of ['admin@demo.school', 'teacher@demo.school', 'student1@demo.school … student30@demo.school', 'classwright-demo'])
    expect(first.output()).toContain(words);
  expect((await fetch(`${address}/healthz`)).status).toBe(200);
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
  for (const email of ['admin@demo.school', 'teacher@demo.school', 'student1@demo.school', 'student30@demo.school'])
    expect((await signIn(address, email)).status, email).toBe(200);
  expect(await first.end()).toBe(0);

  const second = start(env);
  expect((await signIn(await second.running, 'teacher@demo.school')).status).toBe(200);
  expect(second.output()).not.toContain('Creating');
  expect(await second.end('SIGINT')).toBe(0);
});

test('a start without a demo prints a link that makes the first administrator and school; once there is one, no start does', { timeout: 300_000 }, async () => {
  const env = { DATA_DIR: temporaryFolder(), DEMO: 'off' };
  const product = start(env);
  const address = await product.running;
  await expect.poll(() => product.output()).toContain('/set-up#code=');
  expect(product.output()).not.toContain('demo.school');
  const code = /set-up#code=([\w-]+)/.exec(product.output())?.[1];
  const post = (path: string, body: object) =>
    fetch(`${address}/api${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  expect(await (await post('/set-up/check', { code })).json()).toMatchObject({ status: 'success', asks_school: true });
  const person = { first_name: 'Ada', last_name: 'King', email: 'ada@school.example', password: 'four kettles and a moss' };
  const reply = await post('/set-up', { code, ...person, school_name: 'Riverside', time_zone: 'Europe/Berlin' });
  expect(await reply.json()).toMatchObject({ status: 'success', user: { user_type: 'Admin', email: 'ada@school.example' } });
  expect((await post('/set-up', { code, ...person })).status).toBe(403);
  expect(await product.end()).toBe(0);

  const again = start(env);
  expect(
    (await fetch(`${await again.running}/api/auth/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(person) }))
      .status,
  ).toBe(200);
  await expect.poll(() => again.output()).toContain('is running at');
  expect(again.output()).not.toContain('set-up');
  expect(await again.end()).toBe(0);
});

test('a start that is told to stop before it is up ends in good order', { timeout: 300_000 }, async () => {
  const env = { DATA_DIR: temporaryFolder() };
  const product = start(env);
  await expect.poll(() => product.output(), { timeout: 120_000, interval: 5 }).toContain('Creating the demo school');
  expect(product.output()).not.toContain('earlier versions'); // a new database has none
  expect(await product.end()).toBe(0);
  const again = start(env);
  expect((await signIn(await again.running, 'teacher@demo.school')).status).toBe(200);
});

test('it stops when the launcher that started it has gone', { timeout: 300_000 }, async () => {
  const product = start({ DATA_DIR: preparedFolder() });
  await product.running;
  product.child.disconnect();
  expect(await product.ended).toBe(0);
});

test('[B032] told to stop, it answers 503 to new calls and finishes; one Ctrl-C that arrives three times counts once', { timeout: 300_000 }, async () => {
  const product = start({ DATA_DIR: preparedFolder() });
  const address = new URL(await product.running);
  const kept = await openLine(address);
  const held = await holdCall(address);
  for (let echo = 0; echo < 3; echo++) product.child.kill('SIGINT');
  await untilShut(address);
  const answer = new Promise<string>((resolve) => kept.once('data', (data) => resolve(data.toString())));
  kept.write('GET /api/config HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(await Promise.race([answer, sleep(10_000, 'no answer')])).toMatch(/^HTTP\/1\.1 503 /);
  held.end('"teacher@demo.school","password":"classwright-demo"}'.padEnd(61));
  expect(await product.ended).toBe(0);
  expect(product.output()).not.toContain('Stopped at once');
});

test('[B032] a second Ctrl-C stops at once', { timeout: 300_000 }, async () => {
  const product = start({ DATA_DIR: preparedFolder() });
  const address = new URL(await product.running);
  await holdCall(address);
  product.child.kill('SIGINT');
  await untilShut(address);
  await sleep(1000);
  expect(await product.end('SIGINT')).toBe(130);
  expect(product.output()).toContain('Stopped at once');
});

/** The maximum number of waiting connections of the system. */
const mostWaiting = existsSync('/proc/sys/net/core/somaxconn') ? Number(readFileSync('/proc/sys/net/core/somaxconn', 'utf8')) : 0;

test.skipIf(mostWaiting < 1000)('a thousand lines that come while the process does something else are let in', { timeout: 300_000 }, async () => {
  const product = start({ DATA_DIR: preparedFolder() });
  const address = new URL(await product.running);
  product.child.kill('SIGSTOP');
  let open = 0;
  const lines = Array.from({ length: 1000 }, () => {
    const line = connect(Number(address.port), address.hostname, () => void (open += 1));
    return line.on('error', () => undefined);
  });
  await expect.poll(() => open, { timeout: 20_000 }).toBe(1000);
  product.child.kill('SIGCONT');
  const last = lines.at(-1) as Socket;
  last.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(String((await once(last, 'data'))[0])).toMatch(/^HTTP\/1\.1 200 /);
  for (const line of lines) line.destroy();
});
