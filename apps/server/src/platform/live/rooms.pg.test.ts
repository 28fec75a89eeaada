import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { appNow } from '../clock.ts';
import { inTransaction } from '../database/index.ts';
import { type Announcement, currentSequence, listEvents, pruneRoomEvents } from './index.ts';
import { MAX_ITEMS_PER_EVENT } from './room-batch.ts';
import { eventually } from './testing/realtime.ts';
import { openTestRooms, type TestRooms } from './testing/rooms.ts';

const ROOM = 'private-room-1';
let tests: TestRooms;
let live: ReturnType<TestRooms['create']>;
beforeAll(async () => {
  tests = await openTestRooms();
});
afterAll(() => tests.close());
beforeEach(() => {
  live = tests.create();
});
afterEach(async () => {
  await live.rooms.stop();
  await sql`TRUNCATE room_outbox, room_events, room_sequences`.execute(tests.db);
});

const announce = (...announcements: (Partial<Announcement> & { name: string })[]) =>
  inTransaction(tests.db, (tx) =>
    live.rooms.announce(
      tx,
      announcements.map((announcement) => ({ room: ROOM, epoch: 1, ...announcement })),
    ),
  );
const item = (name: string, id: number) => ({ name, item: id });
const brief = () => live.broadcasts.map(({ name, data }) => `${name} ${data.from}-${data.sequence}${data.items ? ` [${data.items}]` : ''}`);

test('[L390] what stands alone goes out at once, with epoch, numbers and the time of the database', async () => {
  live = tests.create({ joinWindowMs: 20_000 });
  const started = performance.now();
  await announce({ name: 'form.opened', payload: { form: 'A', deadline: 'later' } });
  await eventually(() => live.broadcasts.length === 1, 'the event');
  expect(live.broadcasts[0]!.atMs - started).toBeLessThan(15_000);
  expect(live.broadcasts[0]).toMatchObject({ room: ROOM, name: 'form.opened', data: { form: 'A', deadline: 'later', epoch: 1, from: 1, sequence: 1 } });
  const agoMs = (await appNow(tests.db)).getTime() - Date.parse(live.broadcasts[0]!.data.server_time);
  expect(Math.abs(agoMs)).toBeLessThan(60_000);
});

test('[L379] [L382] [L391] items of one kind within 100 ms go out as one event, whose numbers say how many they are', async () => {
  await live.rooms.stop();
  live = tests.create({ joinWindowMs: 1000 }); // on a busy machine three do not arrive within 100 ms
  await Promise.all([1, 2, 3].map((id) => announce({ ...item('login', id), singleField: 'student_id' })));
  await eventually(() => live.broadcasts.length === 1, 'the event');
  expect(brief()[0]).toMatch(/^login 1-3 /);
  expect([...live.broadcasts[0]!.data.items].sort()).toEqual([1, 2, 3]);
  expect(live.broadcasts[0]!.data).not.toHaveProperty('student_id');
  await announce({ ...item('login', 4), singleField: 'student_id' });
  await eventually(() => live.broadcasts.length === 2, 'the second event');
  expect(live.broadcasts[1]!.data).toMatchObject({ items: [4], student_id: 4, from: 4, sequence: 4 });
});

test('what carries lists waits for its window too, and goes out as one event, the lists one after the other', async () => {
  await live.rooms.stop();
  live = tests.create({ joinWindowMs: () => 5000 });
  await announce({ name: 'cells', payload: { acts: [1] }, list: 'acts' }, { name: 'cells', payload: { acts: [2, 3] }, list: 'acts' });
  await announce({ name: 'cells', payload: { acts: [1] }, list: 'acts' });
  await announce({ name: 'form.closed' });
  await eventually(() => live.broadcasts.length === 2, 'both events');
  expect(live.broadcasts[0]).toMatchObject({ name: 'cells', data: { acts: [1, 2, 3, 1], from: 1, sequence: 3 } });
  expect(live.broadcasts[1]).toMatchObject({ name: 'form.closed', data: { sequence: 4 } });
});

test('an urgent event takes what waits along, before itself, and joins nothing across', async () => {
  await live.rooms.stop();
  live = tests.create({ joinWindowMs: 5000 });
  const started = performance.now();
  await announce(item('post', 1), item('post', 2));
  await announce({ name: 'form.closed' });
  await eventually(() => live.broadcasts.length === 2, 'both events');
  expect(live.broadcasts[1]!.atMs - started).toBeLessThan(4500);
  await announce(item('post', 3));
  await eventually(() => live.broadcasts.length === 3, 'the last event');
  expect(brief()).toEqual(['post 1-2 [1,2]', 'form.closed 3-3', 'post 4-4 [3]']);
});

test('however many write, a room hears some ten frames a second of a kind, and every item once', async () => {
  let id = 0;
  const started = performance.now();
  const writer = async () => {
    while (performance.now() < started + 1000 || id < 20) await announce(item('post', ++id), item('like', id));
  };
  await Promise.all([writer(), writer(), writer(), writer()]);
  await eventually(() => live.broadcasts.reduce((count, { data }) => count + data.items.length, 0) === 2 * id, 'all items');
  const frames = live.broadcasts.filter(({ name }) => name === 'post');
  const windows = (frames.at(-1)!.atMs - started) / 100 + 2;
  expect(frames.length).toBeLessThanOrEqual(windows + id / MAX_ITEMS_PER_EVENT); // a fast machine writes more than a frame holds
});

test('every epoch of a room counts from 1', async () => {
  await announce({ name: 'opened', epoch: 1 }, { name: 'canceled', epoch: 1 }, { name: 'opened', epoch: 2 }, { name: 'late', epoch: 1 });
  await eventually(() => live.broadcasts.length === 4, 'the events');
  expect(live.broadcasts.map(({ data }) => [data.epoch, data.sequence])).toEqual([
    [1, 1],
    [1, 2],
    [2, 1],
    [1, 3],
  ]);
  expect(await currentSequence(tests.db, ROOM, 1)).toBe(3);
  expect(await currentSequence(tests.db, ROOM, 2)).toBe(1);
  expect(await currentSequence(tests.db, ROOM, 3)).toBe(0);
});

test('a transaction that rolls back has announced nothing and left no gap', async () => {
  await announce({ name: 'first' });
  await expect(
    inTransaction(tests.db, async (tx) => {
      await live.rooms.announce(tx, { room: ROOM, epoch: 1, name: 'never' });
      throw new Error('changed our mind');
    }),
  ).rejects.toThrow('changed our mind');
  await announce({ name: 'second' });
  await eventually(() => live.broadcasts.length === 2, 'the events');
  expect(brief()).toEqual(['first 1-1', 'second 2-2']);
});

test('the history lists the events as they were broadcast, from any number on', async () => {
  await announce({ name: 'opened', payload: { form: 'A', text: 'naïve “quotes” 数学 \\ "' } }, item('post', 5), item('post', 6), { name: 'closed' });
  await eventually(() => live.broadcasts.length === 3, 'the events');
  const listed = await listEvents(tests.db, ROOM, 1, 0, 100);
  expect(listed).toEqual(live.broadcasts.map(({ name, data }) => ({ ...data, name })));
  expect(await listEvents(tests.db, ROOM, 1, 1, 1)).toEqual([listed[1]]);
  expect(await listEvents(tests.db, ROOM, 1, 4, 100)).toEqual([]);
  expect(await listEvents(tests.db, 'private-room-2', 1, 0, 100)).toEqual([]);
});

test('what a killed process left in the outbox is numbered by the next one, in order, before anything else', async () => {
  await announce({ name: 'before' });
  await eventually(() => live.broadcasts.length === 1, 'the first event');
  await live.rooms.stop();
  await announce({ name: 'left-behind' }, item('post', 1), item('post', 2)); // nobody hears the wake
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(await currentSequence(tests.db, ROOM, 1)).toBe(1);
  live = tests.create();
  await live.rooms.start();
  expect(brief()).toEqual(['left-behind 2-2', 'post 3-4 [1,2]']);
  await announce({ name: 'after' });
  await eventually(() => live.broadcasts.length === 3, 'the event after');
  expect(brief()[2]).toBe('after 5-5');
});

test('what nobody was woken for is found by the sweep', async () => {
  live = tests.create({ sweepMs: 50 });
  await live.rooms.start();
  await sql`INSERT INTO room_outbox (room, epoch, name, payload) VALUES (${ROOM}, 1, 'forgotten', '{}')`.execute(tests.db);
  await eventually(() => live.broadcasts.length === 1, 'the event');
  expect(brief()).toEqual(['forgotten 1-1']);
});

test('a backlog larger than a batch is numbered whole, in order', async () => {
  await sql`INSERT INTO room_outbox (room, epoch, name, payload, item) SELECT ${ROOM}, 1, 'post', '{}', n FROM generate_series(1, 4500) n`.execute(tests.db);
  await live.rooms.start();
  const items = live.broadcasts.flatMap(({ data }) => data.items as number[]);
  expect(items).toEqual(Array.from({ length: 4500 }, (_, index) => index + 1));
  expect(live.broadcasts.at(-1)!.data.sequence).toBe(4500);
});

test('payloads that are too large, or use the names of the envelope, are refused where they are announced', async () => {
  await expect(announce({ name: 'huge', payload: { text: 'x'.repeat(33_000) } })).rejects.toThrow(RangeError);
  for (const field of ['epoch', 'from', 'sequence', 'server_time', 'items', 'name'])
    await expect(announce({ name: 'bad', payload: { [field]: 1 } })).rejects.toThrow(field);
  await expect(announce({ name: 'bad', payload: { student_id: 1 }, item: 1, singleField: 'student_id' })).rejects.toThrow('student_id');
  expect(await listEvents(tests.db, ROOM, 1, 0, 10)).toEqual([]);
});

test('events of epochs in which nothing has happened for long are forgotten, their numbers never given again', async () => {
  await announce({ name: 'old', epoch: 1 }, { name: 'old', epoch: 2 });
  await eventually(() => live.broadcasts.length === 2, 'the events');
  await sql`UPDATE room_events SET server_time = server_time - interval '31 days'`.execute(tests.db);
  await announce({ name: 'new', epoch: 2 });
  await eventually(() => live.broadcasts.length === 3, 'the new event');
  expect(await pruneRoomEvents(tests.db, { olderThanDays: 30 })).toBe(1);
  expect(await listEvents(tests.db, ROOM, 1, 0, 10)).toEqual([]);
  expect(await listEvents(tests.db, ROOM, 2, 0, 10)).toHaveLength(2);
  await announce({ name: 'again', epoch: 1 });
  await eventually(() => live.broadcasts.length === 4, 'the last event');
  expect(live.broadcasts[3]!.data.sequence).toBe(2);
});

test('a commit whose reply is lost is settled by looking: broadcast once when it happened, numbered once when it did not', async () => {
  for (const committed of [true, false]) {
    const { rooms, broadcasts } = tests.create({ db: breakingDb(committed) });
    await rooms.follow('private-room-9');
    await inTransaction(tests.db, (tx) => rooms.announce(tx, { room: 'private-room-9', epoch: committed ? 1 : 2, name: 'opened' }));
    await eventually(() => broadcasts.length > 0, 'the event');
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(broadcasts.map(({ name, data }) => `${name} ${data.from}-${data.sequence}`)).toEqual(['opened 1-1']);
    await rooms.stop();
  }
});

/** Returns the test's database, whose first transaction fails at the commit: after it was done, or instead. */
function breakingDb(committed: boolean): TestRooms['db'] {
  let isBroken = true;
  return new Proxy(tests.db, {
    get(db, property) {
      if (property !== 'transaction' || !isBroken) return (Reflect.get(db, property) as () => unknown).bind(db);
      isBroken = false;
      return () => ({
        execute: async (work: (tx: unknown) => Promise<unknown>) => {
          await db.transaction().execute(async (tx) => {
            await work(tx);
            if (!committed) throw new Error('the line broke before the commit');
          });
          throw new Error('the line broke before the reply');
        },
      });
    },
  });
}
