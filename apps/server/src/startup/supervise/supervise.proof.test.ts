import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { expect, inject, onTestFinished, test } from 'vitest';
import { preparedFolder } from '../../testing/prepared-folder.ts';
import { isAlive, listLaunched, type ProductProcess, startProductProcess, toDatabaseUrl } from '../../testing/product-process.ts';
import { withScratchDatabase } from '../../testing/scratch-database.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';

function start(env: Record<string, string>): ProductProcess {
  const product = startProductProcess({ env: { ROLES: 'web,jobs', ...env } });
  onTestFinished(async () => void (await product.end('SIGKILL')));
  return product;
}

const isReady = async (address: string): Promise<boolean> =>
  fetch(`${address}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

/** Waits until both are working. */
async function untilBoth(product: ProductProcess): Promise<{ web: number; jobs: number }> {
  await expect.poll(() => Object.values(listLaunched(product)).filter((pid) => pid === null), { timeout: 30_000 }).toEqual([]);
  return listLaunched(product) as { web: number; jobs: number };
}

test('a start runs a process for people and one for jobs, says once where it is, and ends both', { timeout: 90_000 }, async () => {
  const product = start({ DATA_DIR: preparedFolder() });
  const address = await product.running;
  const { web, jobs } = await untilBoth(product);
  expect(await isReady(address)).toBe(true);
  expect(await product.end('SIGINT')).toBe(0);
  expect([isAlive(web), isAlive(jobs)]).toEqual([false, false]);
  expect(product.output().match(/running at/g)).toHaveLength(1);
  expect(product.output().match(/classwright-demo/g)).toHaveLength(1);
  expect(product.output().match(/Stopping/g)).toHaveLength(1);
});

test('[B2071] a stop that reaches all at once, as from a service manager, while the jobs still start: nothing is started again, nothing is cut off', {
  timeout: 90_000,
}, async () => {
  const product = start({ DATA_DIR: preparedFolder() });
  await product.running;
  const { web } = listLaunched(product);
  process.kill(web as number, 'SIGTERM');
  expect(await product.end('SIGTERM')).toBe(0);
  expect(product.output()).not.toMatch(/started again|running again|cut off|did not start/);
});

test('the process for people is killed: another serves the same address, and says nobody’s password again', { timeout: 90_000 }, async () => {
  const product = start({ DATA_DIR: preparedFolder() });
  const address = await product.running;
  const { web, jobs } = await untilBoth(product);
  process.kill(web, 'SIGKILL');
  await expect.poll(() => product.output(), { timeout: 30_000 }).toContain('The web process is running again.');
  expect(product.output()).toContain('The web process has ended (SIGKILL) and is started again.');
  expect(await isReady(address)).toBe(true);
  expect(listLaunched(product)).toMatchObject({ jobs });
  expect(product.output().match(/classwright-demo/g)).toHaveLength(1);
  expect(await product.end()).toBe(0);
});

test('the process for jobs is killed: another does them, and people notice nothing', { timeout: 90_000 }, async () => {
  await withScratchDatabase({ connection: inject('testDatabase').connection, stop: async () => undefined }, async (client, connection) => {
    const product = start({ DATABASE_URL: toDatabaseUrl(connection), DATA_DIR: temporaryFolder() });
    const address = await product.running;
    const { web, jobs } = await untilBoth(product);
    process.kill(jobs, 'SIGKILL');
    await client.query(`INSERT INTO jobs (kind, payload, run_at) VALUES ('platform.forget', '{"missed": 0}', app_now())`);
    expect(await isReady(address)).toBe(true);
    await expect.poll(() => product.output(), { timeout: 30_000 }).toContain('The jobs process is running again.');
    await expect.poll(async () => (await client.query("SELECT 1 FROM jobs WHERE kind = 'platform.forget'")).rowCount).toBe(0);
    expect(listLaunched(product)).toMatchObject({ web });
    expect(await product.end()).toBe(0);
    expect((await client.query("SELECT role FROM server_processes WHERE lease_until > clock_timestamp() + interval '3 seconds'")).rows).toEqual([]);
  });
});

test('the launcher is killed: both processes and the database end with it, and the next start has the same folder and port', { timeout: 120_000 }, async () => {
  const folder = preparedFolder();
  const product = start({ DATA_DIR: folder });
  const address = await product.running;
  const { web, jobs } = await untilBoth(product);
  await product.end('SIGKILL');
  await expect.poll(() => [isAlive(web), isAlive(jobs)]).toEqual([false, false]);
  const again = start({ DATA_DIR: folder, PORT: new URL(address).port });
  expect(await again.running).toBe(address);
  await untilBoth(again);
  expect(await again.end()).toBe(0);
});

test('a process for jobs that cannot start stops the start: its port is in use', { timeout: 90_000 }, async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void other.close(() => resolve())));
  const { port } = other.address() as AddressInfo;
  const product = start({ DATA_DIR: preparedFolder(), JOBS_PORT: String(port) });
  expect(await product.ended).toBe(1);
  expect(product.output()).toContain(`The port ${port} is in use`);
  expect(Object.values(listLaunched(product))).toEqual([null, null]);
});
