import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/index.ts';
import { inTransaction } from '../database/index.ts';
import { createLog } from '../log.ts';
import { createJobs, deleteFailedJobs, type JobKind, type Jobs, retryDelayMs } from './index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
afterEach(() => app.db.deleteFrom('jobs').execute());

interface Note {
  note: string;
}
function setUp(run: JobKind<Note>['run'], tries = 3): Jobs {
  return createJobs({ db: app.db, log: createLog('silent'), kinds: () => [{ kind: 'test.note', tries, run }] });
}
const enqueue = (jobs: Jobs, ...notes: string[]) =>
  inTransaction(app.db, (tx) =>
    jobs.enqueue(
      tx,
      'test.note',
      notes.map((note) => ({ note })),
    ),
  );
const rows = () => app.db.selectFrom('jobs').selectAll().orderBy('id').execute();

test('a job is done once and gone; those of one cause in their order', async () => {
  const done: string[] = [];
  const jobs = setUp(async ({ note }) => void done.push(note));
  await enqueue(jobs, 'first', 'second', 'third');
  expect(await jobs.runDue()).toBe(3);
  expect(done).toEqual(['first', 'second', 'third']);
  expect(await rows()).toEqual([]);
});

test('a cause that is undone leaves no job', async () => {
  const jobs = setUp(async () => undefined);
  await expect(
    inTransaction(app.db, async (tx) => {
      await jobs.enqueue(tx, 'test.note', [{ note: 'never' }]);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  expect(await rows()).toEqual([]);
});

test('two processes share the work: every job is done by one of them', async () => {
  const done: string[] = [];
  const run = async ({ note }: Note) => {
    await wait(3);
    done.push(note);
  };
  const processes = [setUp(run), setUp(run), setUp(run)];
  await enqueue(processes[0]!, ...Array.from({ length: 30 }, (_, index) => String(index)));
  const tried = await Promise.all(processes.map((jobs) => jobs.runDue()));
  expect(tried.reduce((sum, count) => sum + count)).toBe(30);
  expect(new Set(done).size).toBe(30);
});

test('one that fails is tried again later, then given up with its error kept, and forgotten after a while', async () => {
  let tries = 0;
  const lastTries: boolean[] = [];
  const jobs = setUp(async (_note, { isLastTry }) => {
    tries += 1;
    lastTries.push(isLastTry);
    throw new Error('the mail server is away');
  });
  await enqueue(jobs, 'x');
  expect(await jobs.runDue()).toBe(1);
  expect(await jobs.runDue()).toBe(0); // not due yet
  await app.clock.advanceMs(retryDelayMs(1) + 1000);
  await jobs.runDue();
  await app.clock.advanceMs(retryDelayMs(2) + 1000);
  await jobs.runDue();
  expect([tries, lastTries]).toEqual([3, [false, false, true]]);
  const [row] = await rows();
  expect(row).toMatchObject({ attempts: 3, last_error: 'the mail server is away', failed_at: expect.any(Date) });
  await app.clock.advanceMs(24 * 3_600_000);
  expect(await jobs.runDue()).toBe(0);
  await deleteFailedJobs(app.db, 30);
  expect(await rows()).toHaveLength(1);
  await app.clock.advanceMs(30 * 24 * 3_600_000);
  await deleteFailedJobs(app.db, 30);
  expect(await rows()).toEqual([]);
});

test('one whose process died is taken by another once its time is over, and what the first still says of it does not count', async () => {
  let release: () => void = () => undefined;
  const stuck = setUp(() => new Promise<void>((resolve) => (release = resolve)));
  await enqueue(stuck, 'x');
  const first = stuck.runDue();
  while ((await rows())[0]?.attempts !== 1) await wait(5);
  const other = setUp(async () => {
    throw new Error('later');
  });
  expect(await other.runDue()).toBe(0);
  await app.clock.advanceMs(121_000);
  expect(await other.runDue()).toBe(1);
  release();
  await first;
  expect(await rows()).toMatchObject([{ attempts: 2, last_error: 'later', failed_at: null }]);
});

test('[B335] a job that takes longer than its time is kept as long as its process lives: no other takes it', async () => {
  let release: () => void = () => undefined;
  const slow = createJobs({
    db: app.db,
    log: createLog('silent'),
    keepEveryMs: 20,
    kinds: () => [{ kind: 'test.note', tries: 3, run: () => new Promise<void>((resolve) => (release = resolve)) }],
  });
  await enqueue(slow, 'x');
  const first = slow.runDue();
  while ((await rows())[0]?.attempts !== 1) await wait(5);
  const other = setUp(() => expect.unreachable());
  for (let minutes = 0; minutes < 5; minutes++) {
    await app.clock.advanceMs(90_000);
    const { now } = (await sql<{ now: Date }>`SELECT app_now() AS now`.execute(app.db)).rows[0]!;
    while (Number((await rows())[0]?.run_at) < Number(now) + 100_000) await wait(5); // it has said that it lives
    expect(await other.runDue()).toBe(0);
  }
  release();
  expect(await first).toBe(1);
  expect(await rows()).toEqual([]);
});

test('a kind that this process does not know stays for one that does', async () => {
  const jobs = setUp(async () => undefined);
  await inTransaction(app.db, (tx) => jobs.enqueue(tx, 'test.other', [{}]));
  expect(await jobs.runDue()).toBe(0);
  expect(await rows()).toHaveLength(1);
});

test('while it looks for work, a job runs soon after its commit; stopping waits for what runs', async () => {
  const done: string[] = [];
  let begun = (): void => undefined;
  const isUnderWay = new Promise<void>((resolve) => (begun = resolve));
  const jobs = setUp(async ({ note }) => {
    begun();
    await wait(50);
    done.push(note);
  });
  jobs.start();
  await enqueue(jobs, 'soon');
  await isUnderWay;
  expect(done).toEqual([]);
  await jobs.stop();
  expect(done).toEqual(['soon']);
  await enqueue(jobs, 'after');
  await wait(60);
  expect(done).toEqual(['soon']);
});

test('waits grow from a quarter of a minute to an hour', () => {
  expect([1, 2, 3, 9, 20].map(retryDelayMs)).toEqual([15_000, 30_000, 60_000, 3_600_000, 3_600_000]);
});
