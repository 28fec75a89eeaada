import { sql } from 'kysely';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/index.ts';
import { createServerProcess, listProcesses, type ServerProcess, setLogsMore } from './index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

interface Told {
  gone: number[];
  replaced: number;
}

/** Enters a process with a short lease, and records its notifications. */
async function enter(options: Partial<Parameters<typeof createServerProcess>[0]> = {}): Promise<ServerProcess & { told: Told }> {
  const log = { warn: () => undefined, error: () => undefined };
  const one = createServerProcess({ db: app.db, log, role: 'web', version: '1.2.3', leaseMs: 60_000, renewEveryMs: 20, ...options });
  const told: Told = { gone: [], replaced: 0 };
  one.onGone((ids) => told.gone.push(...ids));
  one.onReplaced(() => {
    told.replaced += 1;
  });
  await one.start();
  onTestFinished(() => one.stop());
  return Object.defineProperties(one, { told: { value: told } }) as ServerProcess & { told: Told };
}

const listIds = async (): Promise<number[]> => (await app.db.selectFrom('server_processes').select('id').orderBy('id').execute()).map(({ id }) => id);
const endLease = (id: number) => sql`UPDATE server_processes SET lease_until = clock_timestamp() - interval '1 second' WHERE id = ${id}`.execute(app.db);

test('a process has a row as long as it is at work, with its role, its version and its machine', async () => {
  const one = createServerProcess({ db: app.db, log: { warn: () => undefined, error: () => undefined }, role: 'jobs', version: '1.2.3' });
  expect(() => one.id).toThrow('once it was started');
  await one.start();
  const [row] = await app.db.selectFrom('server_processes').selectAll().where('id', '=', one.id).execute();
  expect(row).toMatchObject({ role: 'jobs', version: '1.2.3', host: expect.stringMatching(/^[^.]+$/) });
  await one.stop();
  expect(await listIds()).not.toContain(one.id);
});

test('it renews its lease; an app clock that is moved an hour ends nobody', async () => {
  const one = await enter();
  const other = await enter();
  const read = async () => (await app.db.selectFrom('server_processes').select('lease_until').where('id', '=', one.id).executeTakeFirstOrThrow()).lease_until;
  const before = await read();
  await app.clock.advanceMs(3_600_000);
  await expect.poll(async () => (await read()).getTime()).toBeGreaterThan(before.getTime());
  expect(await listIds()).toEqual([one.id, other.id]);
  expect([one.told.gone, other.told.gone]).toEqual([[], []]);
});

test('one whose lease is over is deleted by one other, which is told, and what referred to it goes too', async () => {
  await sql`CREATE TABLE of_a_process (process_id bigint REFERENCES server_processes (id) ON DELETE CASCADE)`.execute(app.db);
  const dead = (
    await sql<{
      id: number;
    }>`INSERT INTO server_processes (role, version, host, lease_until) VALUES ('web', '1', 'gone', clock_timestamp() + interval '1 minute') RETURNING id`.execute(
      app.db,
    )
  ).rows[0]!.id;
  await sql`INSERT INTO of_a_process VALUES (${dead})`.execute(app.db);
  const [one, other] = [await enter(), await enter()];
  await endLease(dead);
  await expect.poll(() => [...one.told.gone, ...other.told.gone]).toEqual([dead]);
  expect((await sql`SELECT 1 FROM of_a_process`.execute(app.db)).rows).toEqual([]);
  expect(await listIds()).toEqual([one.id, other.id]);
});

test('one that was taken for gone while it slept enters itself anew under another id, and says so', async () => {
  const sleeper = await enter({ renewEveryMs: 150 });
  const former = sleeper.id;
  await endLease(former);
  const other = await enter({ renewEveryMs: 5 });
  await expect.poll(() => other.told.gone).toEqual([former]);
  await expect.poll(() => sleeper.told.replaced).toBe(1);
  expect(sleeper.id).not.toBe(former);
  expect(await listIds()).toContain(sleeper.id);
});

test('after the database was away longer than a lease, nobody is taken for gone before all could renew', async () => {
  // a lease that a busy machine can renew in time
  const blocked = await enter({ leaseMs: 1_500, renewEveryMs: 20 });
  const bystander = await enter({ leaseMs: 1_500, renewEveryMs: 20 });
  const ids = [blocked.id, bystander.id];
  await app.db.transaction().execute(async (tx) => {
    await sql`LOCK TABLE server_processes IN ACCESS EXCLUSIVE MODE`.execute(tx);
    await sql`SELECT pg_sleep(2)`.execute(tx);
  });
  await expect
    .poll(
      async () => (await sql`SELECT 1 FROM server_processes WHERE lease_until > clock_timestamp() AND id = ANY(${ids}::bigint[])`.execute(app.db)).rows.length,
    )
    .toBe(2);
  expect([blocked.told, bystander.told]).toEqual([
    { gone: [], replaced: 0 },
    { gone: [], replaced: 0 },
  ]);
});

test('a listener that fails keeps no other from being told', async () => {
  const one = await enter();
  const order: string[] = [];
  one.onGone(() => {
    throw new Error('no');
  });
  one.onGone(() => void order.push('told'));
  const dead = await enter({ renewEveryMs: 60_000 });
  await endLease(dead.id);
  await expect.poll(() => order).toEqual(['told']);
});

test('[B2877] each hears with its lease that all are to log more, and when that ends', async () => {
  const heard: boolean[] = [];
  await enter({ renewEveryMs: 5, onLogsMore: (isMore) => void heard.push(isMore) });
  await expect.poll(() => heard.at(-1)).toBe(false);
  await setLogsMore(app.db, 60);
  await expect.poll(() => heard.at(-1)).toBe(true);
  await app.clock.advanceMs(61 * 60_000);
  await expect.poll(() => heard.at(-1)).toBe(false);
});

test('[B2870] a process whose figures cannot be measured keeps its lease', async () => {
  const one = await enter({ renewEveryMs: 5, measure: () => new Promise(() => undefined) }); // a disk that does not answer
  const read = async () => (await listProcesses(app.db)).find(({ id }) => id === one.id);
  const leaseOf = async () =>
    (await app.db.selectFrom('server_processes').select('lease_until').where('id', '=', one.id).executeTakeFirstOrThrow()).lease_until;
  const before = await leaseOf();
  await expect.poll(async () => (await leaseOf()).getTime()).toBeGreaterThan(before.getTime());
  expect(await read()).toMatchObject({ figures: null });
});
