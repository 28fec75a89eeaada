import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../testing/index.ts';
import { inTransaction } from '../database/index.ts';
import { createLog } from '../log.ts';
import { takeJob, deleteJob } from './queries.ts';
import { createJobs, deleteFailedJobs, type EnqueueOptions, type JobKind, type Jobs, LANES, JobPostponed, retryDelayMs } from './index.ts';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());
afterEach(async () => {
  await app.db.deleteFrom('jobs').execute();
  await app.db.deleteFrom('job_schedules').execute();
});

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
const failWith = (reason: string): never => {
  throw new Error(reason);
};
const putBack = (reason: string): never => {
  throw new JobPostponed(reason, { inMs: 1_000 });
};
/** Lets nobody read or write jobs, as while the database restarts. */
const away = () => sql`ALTER TABLE jobs RENAME TO jobs_away`.execute(app.db);
const back = () => sql`ALTER TABLE jobs_away RENAME TO jobs`.execute(app.db);
const untilAway = () =>
  expect.poll(async () => (await sql<{ one: string | null }>`SELECT to_regclass('jobs_away')::text AS one`.execute(app.db)).rows[0]?.one).toBe('jobs_away');
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

test('[B3078] the end of a job that cannot be written, such as while the database restarts, is written as soon as it can be, and not after the lease', async () => {
  const ends: [(() => void) | null, object[]][] = [
    [null, []],
    [() => failWith('the database is away'), [{ state: 'waiting', attempts: 1, last_error: 'the database is away' }]],
    [() => putBack('the lesson goes on'), [{ state: 'waiting', attempts: 0, last_error: 'the lesson goes on' }]],
  ];
  for (const [end, left] of ends) {
    const jobs = setUp(async () => {
      await away();
      end?.();
    });
    await enqueue(jobs, 'x');
    const turn = jobs.runDue();
    await untilAway();
    await wait(100); // the first attempt to write has failed
    await back();
    expect(await turn).toBe(1);
    expect(await rows()).toMatchObject(left);
    await app.db.deleteFrom('jobs').execute();
  }
});

test('a process that stops does not wait for the end of a job to be written', async () => {
  const jobs = setUp(async () => void (await away()));
  await enqueue(jobs, 'x');
  const turn = jobs.runDue();
  await untilAway();
  await jobs.stop();
  await expect(turn).rejects.toThrow('jobs');
  await back();
  expect(await rows()).toMatchObject([{ state: 'running' }]);
});

test('[B3079] a kind that people watch is tried again after its own pause, which does not grow', async () => {
  let tries = 0;
  const jobs = createJobs({
    db: app.db,
    log: createLog('silent'),
    kinds: () => [{ kind: 'test.note', tries: 10, retryAfterMs: 1_000, run: async () => ((tries += 1), failWith('a lock')) }],
  });
  await enqueue(jobs, 'x');
  for (let expected = 1; expected < 6; expected += 1) {
    await jobs.runDue();
    expect(tries).toBe(expected);
    await app.clock.advanceMs(1_001);
  }
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

const now = async (): Promise<Date> => (await sql<{ now: Date }>`SELECT app_now() AS now`.execute(app.db)).rows[0]!.now;
const inMs = async (ms: number): Promise<Date> => new Date((await now()).getTime() + ms);
const put = (jobs: Jobs, note: string, options?: EnqueueOptions<Note>) =>
  inTransaction(app.db, (tx) => jobs.enqueue<Note>(tx, 'test.note', [{ note }], options));
const byKey = { keyOf: () => 'k' };
/** Returns a run that reports its start, and succeeds or fails on request. */
function held() {
  const begun = Promise.withResolvers<void>();
  const end = Promise.withResolvers<void>();
  return {
    begun: begun.promise,
    end,
    async run() {
      begun.resolve();
      await end.promise;
    },
  };
}

test('a job with a time is done from then on, and knows the call that caused it', async () => {
  const done: string[] = [];
  const jobs = setUp(async ({ note }) => void done.push(note));
  await put(jobs, 'later', { runAt: await inMs(60_000), requestId: 'req-1' });
  await put(jobs, 'now');
  expect(await jobs.runDue()).toBe(1);
  expect(await rows()).toMatchObject([{ request_id: 'req-1', state: 'waiting', payload: { note: 'later' } }]);
  await app.clock.advanceMs(61_000);
  expect(await jobs.runDue()).toBe(1);
  expect(done).toEqual(['now', 'later']);
});

test('of one key one job waits: the newer payload counts, at the earlier time', async () => {
  const done: string[] = [];
  const jobs = setUp(async ({ note }) => void done.push(note));
  await put(jobs, 'first', { ...byKey, runAt: await inMs(60_000) });
  await put(jobs, 'second', byKey);
  await put(jobs, 'third', { ...byKey, runAt: await inMs(90_000) });
  await put(jobs, 'of another key', { keyOf: () => 'other' });
  expect(await rows()).toHaveLength(2);
  expect(await jobs.runDue()).toBe(2);
  expect(done.toSorted()).toEqual(['of another key', 'third']);
});

test('of one key in one call the last counts; many that enqueue the same keys at once never wait for each other for ever', async () => {
  const jobs = setUp(async () => undefined);
  const keys = ['a', 'b', 'c', 'd'];
  const all = (order: string[]) =>
    inTransaction(app.db, (tx) =>
      jobs.enqueue<Note>(
        tx,
        'test.note',
        [...order, ...order].map((note, index) => ({ note: `${note}${index}` })),
        { keyOf: ({ note }) => note.charAt(0) },
      ),
    );
  await Promise.all(Array.from({ length: 12 }, (_, turn) => all(turn % 2 === 0 ? keys : keys.toReversed())));
  expect((await rows()).map(({ key }) => key).toSorted()).toEqual(keys);
  expect(await jobs.runDue()).toBe(4);
});

test('while a job of a key runs the next of that key waits for its end, on any process, and others do not', async () => {
  const first = held();
  const busy = setUp(first.run);
  const done: string[] = [];
  const other = setUp(async ({ note }) => void done.push(note));
  await put(busy, 'first', byKey);
  const running = busy.runDue();
  await first.begun;
  await put(busy, 'second', byKey);
  await put(busy, 'free');
  expect(await other.runDue()).toBe(1);
  expect(done).toEqual(['free']);
  first.end.resolve();
  await running; // it does the second too
  expect(await other.runDue()).toBe(0);
  expect(await rows()).toEqual([]);
});

test('one that fails while the next of its key waits hands its tries on: the newer payload is tried again later', async () => {
  const first = held();
  const jobs = setUp(first.run);
  await put(jobs, 'first', byKey);
  const running = jobs.runDue();
  await first.begun;
  await put(jobs, 'second', byKey);
  first.end.reject(new Error('away'));
  await running;
  expect(await rows()).toMatchObject([{ payload: { note: 'second' }, attempts: 1, last_error: 'away', state: 'waiting' }]);
  const [before] = await rows();
  await put(jobs, 'third', byKey); // a job that waits after a failure keeps its time
  expect(await rows()).toMatchObject([{ payload: { note: 'third' }, run_at: before!.run_at }]);
  expect(await jobs.runDue()).toBe(0);
});

test('two processes and twenty writers of one key: it is never done twice at once, and the last word is done', async () => {
  let atOnce = 0;
  let most = 0;
  let last = '';
  const run = async ({ note }: Note) => {
    most = Math.max(most, ++atOnce);
    await wait(3);
    last = note;
    atOnce -= 1;
  };
  const processes = [setUp(run), setUp(run)];
  const work = async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      await put(processes[turn % 2]!, String(turn), byKey);
      await processes[(turn + 1) % 2]!.runDue();
    }
  };
  await Promise.all([work(), work()]);
  await put(processes[0]!, 'the last word', byKey);
  await Promise.all(processes.map((jobs) => jobs.runDue()));
  expect([most, last]).toEqual([1, 'the last word']);
  expect(await rows()).toEqual([]);
});

test('a job that puts itself back is done at that time, as often as it must be, and none of it counts as a try', async () => {
  let isOpen = false;
  let tries = 0;
  const jobs = setUp(async () => {
    tries += 1;
    if (!isOpen) throw new JobPostponed('the service asks to wait', { inMs: 600_000 });
  }, 2);
  await enqueue(jobs, 'x');
  for (let turn = 0; turn < 5; turn += 1) {
    expect(await jobs.runDue()).toBe(1);
    expect(await jobs.runDue()).toBe(0);
    expect(await rows()).toMatchObject([{ attempts: 0, state: 'waiting', last_error: 'the service asks to wait', failed_at: null }]);
    await app.clock.advanceMs(601_000);
  }
  isOpen = true;
  expect(await jobs.runDue()).toBe(1);
  expect([tries, await rows()]).toEqual([6, []]);
});

test('what a holder whose time is over says does not count, also after the next one has put the job back', async () => {
  const slow = held();
  const stuck = setUp(slow.run);
  await enqueue(stuck, 'x');
  const first = stuck.runDue();
  await slow.begun;
  await app.clock.advanceMs(121_000);
  const other = setUp(() => Promise.reject(new JobPostponed('wait', { inMs: 60_000 })));
  expect(await other.runDue()).toBe(1);
  slow.end.resolve();
  await first;
  expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 1, last_error: 'wait' }]); // the try that died counts
});

test('one that kills its server each time is given up after its tries, without being begun again', async () => {
  let begun = 0;
  const deadly = setUp(() => {
    begun += 1;
    return new Promise<void>(() => undefined); // never heard of again
  }, 2);
  await enqueue(deadly, 'x');
  for (let turn = 1; turn <= 2; turn += 1) {
    void deadly.runDue();
    while (begun < turn) await wait(5);
    await app.clock.advanceMs(121_000);
  }
  expect(await setUp(() => expect.unreachable(), 2).runDue()).toBe(1);
  expect(await rows()).toMatchObject([{ state: 'failed', last_error: expect.stringContaining('server stopped') }]);
});

test('of one key the newest failure is kept, and a success settles it', async () => {
  let isAway = true;
  const jobs = setUp(async () => {
    if (isAway) throw new Error('away');
  }, 1);
  for (const note of ['first', 'second']) {
    await put(jobs, note, byKey);
    await jobs.runDue();
  }
  expect(await rows()).toMatchObject([{ state: 'failed', payload: { note: 'second' } }]);
  isAway = false;
  await put(jobs, 'third', byKey);
  await jobs.runDue();
  expect(await rows()).toEqual([]);
});

test('[B2080] of 3,000 jobs that are due one is taken and done without reading the others, also while the statistics say that there are none', async () => {
  await sql`DELETE FROM jobs`.execute(app.db);
  await sql`ANALYZE jobs`.execute(app.db);
  const notes = Array.from({ length: 3000 }, (_, index) => ({ note: String(index) }));
  const jobs = setUp(async () => undefined);
  await inTransaction(app.db, (tx) => jobs.enqueue(tx, 'test.note', notes, { keyOf: ({ note }) => note }));
  const rowsRead = await inTransaction(app.db, async (tx) => {
    for (let turn = 0; turn < 3; turn += 1) {
      const job = await takeJob(tx, ['test.other', 'test.note'], 60_000);
      if (turn > 0) await deleteJob(tx, job!);
    }
    const { rows: counts } = await sql<{ read: number }>`
      SELECT (seq_tup_read + coalesce(idx_tup_fetch, 0))::integer AS read FROM pg_stat_xact_user_tables WHERE relname = 'jobs'`.execute(tx);
    return counts[0]!.read;
  });
  expect(rowsRead).toBeLessThan(300);
});

test('[B2030] a job knows whether somebody waits for it, and then does not stand back behind those who call together', async () => {
  const awaited: boolean[] = [];
  const busy: boolean[] = [];
  let passed = 0;
  const jobs = createJobs({
    db: app.db,
    log: createLog('silent'),
    crowd: { pass: async () => void (passed += 1), isMany: () => true },
    kinds: () => [
      {
        kind: 'test.note',
        tries: 3,
        async run(_note: Note, { isAwaited, standBack, isBusy }) {
          await standBack();
          awaited.push(isAwaited);
          busy.push(isBusy(4));
        },
      },
    ],
  });
  await enqueue(jobs, 'asked for');
  await jobs.runDue();
  expect(passed).toBe(0);
  jobs.start();
  await enqueue(jobs, 'by itself');
  while (awaited.length < 2) await wait(5);
  await jobs.stop();
  expect([awaited, busy, passed]).toEqual([[true, false], [false, true], 1]);
});

test('a lane that is full keeps no other waiting', async () => {
  const heavy = held();
  const done: string[] = [];
  const jobs = createJobs({
    db: app.db,
    log: createLog('silent'),
    kinds: () => [
      { kind: 'test.heavy', tries: 1, lane: 'heavy', run: heavy.run },
      { kind: 'test.note', tries: 1, run: async ({ note }: Note) => void done.push(note) },
    ],
  });
  jobs.start();
  await inTransaction(app.db, (tx) => jobs.enqueue(tx, 'test.heavy', [{}, {}, {}, {}]));
  await heavy.begun;
  await enqueue(jobs, 'light');
  const states = async () => (await rows()).map(({ state }) => state);
  while (done.length === 0 || (await states()).filter((state) => state === 'running').length < LANES.heavy) await wait(5);
  await wait(50);
  expect((await states()).toSorted()).toEqual(Array.from({ length: 4 }, (_, at) => (at < LANES.heavy ? 'running' : 'waiting')));
  const stopped = jobs.stop();
  heavy.end.resolve();
  await stopped;
});

describe('scheduled work', () => {
  function scheduled() {
    const done: object[] = [];
    const kind: JobKind<never> = {
      kind: 'test.hourly',
      tries: 1,
      schedule: { everyMinutes: 60, offsetMinutes: 10 },
      run: async (payload) => void done.push(payload),
    };
    return { done, process: () => createJobs({ db: app.db, log: createLog('silent'), kinds: () => [kind] }) };
  }
  const nextAt = async () => (await app.db.selectFrom('job_schedules').selectAll().executeTakeFirstOrThrow()).next_at;

  test('is due at whole hours and its offset, and done once by all processes together', async () => {
    const { done, process } = scheduled();
    const processes = [process(), process(), process()];
    await app.clock.moveTo('2031-03-05T08:00:00Z');
    await Promise.all(processes.map((jobs) => jobs.runSchedules()));
    expect(await nextAt()).toEqual(new Date('2031-03-05T08:10:00Z'));
    expect(await rows()).toEqual([]);
    await app.clock.moveTo('2031-03-05T08:10:00Z');
    for (let turn = 0; turn < 3; turn += 1) await Promise.all(processes.map((jobs) => jobs.runSchedules()));
    await Promise.all(processes.map((jobs) => jobs.runDue()));
    expect(done).toEqual([{ missed: 0 }]);
    expect(await nextAt()).toEqual(new Date('2031-03-05T09:10:00Z'));
  });

  test('what was missed while no server ran is caught up once, and it is said how much that was', async () => {
    const { done, process } = scheduled();
    await app.clock.moveTo('2031-03-06T08:00:00Z');
    await process().runSchedules();
    await app.clock.moveTo('2031-03-06T12:30:00Z'); // 8:10, 9:10, 10:10, 11:10, 12:10
    const jobs = process();
    await jobs.runSchedules();
    await jobs.runDue();
    expect(done).toEqual([{ missed: 4 }]);
    expect(await nextAt()).toEqual(new Date('2031-03-06T13:10:00Z'));
  });

  test('a time that comes while the one before still waits is the same', async () => {
    const { process } = scheduled();
    await app.clock.moveTo('2031-03-07T08:00:00Z');
    await process().runSchedules();
    for (const hour of ['08', '09', '10']) {
      await app.clock.moveTo(`2031-03-07T${hour}:11:00Z`);
      await process().runSchedules();
    }
    expect(await rows()).toHaveLength(1);
  });

  test('after the clock went back, it and what waits are due as they would have been, and not in a year', async () => {
    const { done, process } = scheduled();
    const jobs = process();
    await app.clock.moveTo('2033-01-01T08:00:00Z'); // a wrong one
    await jobs.runSchedules();
    const notes: string[] = [];
    const other = setUp(async ({ note }) => void notes.push(note));
    await put(other, 'in a minute', { runAt: await inMs(60_000) });
    await put(other, 'now');
    await app.clock.moveTo('2032-01-01T08:00:00Z');
    expect(await other.runDue()).toBe(0);
    await jobs.runSchedules();
    expect(await nextAt()).toEqual(new Date('2032-01-01T08:10:00Z'));
    expect(done).toEqual([]);
    await other.runDue();
    expect(notes).toEqual(['now']);
    await app.clock.advanceMs(61_000);
    await other.runDue();
    expect(notes).toEqual(['now', 'in a minute']);
  });
});
