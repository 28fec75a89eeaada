import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect, type Db, inTransaction, type Tx } from '../database/index.ts';
import { listEvents, type RoomEvent } from './index.ts';
import { eventually } from './testing/realtime.ts';
import { type Broadcast, openTestRooms, type TestRooms } from './testing/rooms.ts';

let tests: TestRooms;
beforeAll(async () => {
  tests = await openTestRooms();
});
afterAll(() => tests.close());

/** Returns a small pseudo-random generator, so that a failing run can be repeated by its seed. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Checks that events are continuous: from 1, no gap, no overlap, as many numbers as items. */
function expectContinuous(events: readonly { from: number; sequence: number; items?: number[] }[]): void {
  let last = 0;
  for (const { from, sequence, items } of events) {
    expect(from).toBe(last + 1);
    expect(sequence - from + 1).toBe(items?.length ?? 1);
    last = sequence;
  }
}

const ofRoom = (broadcasts: readonly Broadcast[], room: string, epoch: number) =>
  broadcasts.filter((broadcast) => broadcast.room === room && broadcast.data.epoch === epoch).map(({ name, data }) => ({ ...data, name }) as RoomEvent);

/** The number of interrupted numberings that the simulation needs before it ends. */
const CUTS_TO_SEE = 5;

interface Told {
  room: string;
  epoch: number;
  name: string;
  id: number;
  writer: number;
}

/** Runs writers that announce, roll back, wait, and announce several things in one transaction. */
async function runWriters(
  db: Db,
  announceIn: (tx: Tx, told: Told[]) => Promise<void>,
  { seed, writers, turns }: { seed: number; writers: number; turns: number },
): Promise<Told[]> {
  const committed: Told[] = [];
  let nextId = 0;
  await Promise.all(
    Array.from({ length: writers }, async (_, writer) => {
      const random = randomOf(seed * 1000 + writer);
      for (let turn = 0; turn < turns; turn++) {
        const room = `private-room-${seed}-${random(2)}`;
        const told = Array.from(
          { length: 1 + random(3) },
          (): Told => ({ room, epoch: 1 + random(2), name: ['post', 'like', 'phase'][random(3)]!, id: ++nextId, writer }),
        );
        try {
          await inTransaction(db, async (tx) => {
            await announceIn(tx, told);
            await sleep(random(8));
            if (random(5) === 0) throw new Error('changed its mind');
          });
          committed.push(...told);
        } catch (error) {
          if ((error as Error).message !== 'changed its mind') throw error;
        }
        await sleep(random(20));
      }
    }),
  );
  return committed;
}

const announcementOf = ({ room, epoch, name, id }: Told) => (name === 'phase' ? { room, epoch, name, payload: { id } } : { room, epoch, name, item: id });
const idsOf = (event: RoomEvent): number[] => (event.items as number[] | undefined) ?? [event.id as number];

test.each([1, 2])(
  'seed %i: whatever transactions do at once, every committed event is numbered once, without gaps, and broadcast in the order of the numbers',
  async (seed) => {
    const { rooms, broadcasts } = tests.create({ joinWindowMs: 30 });
    await rooms.start();
    const committed = await runWriters(tests.db, (tx, told) => rooms.announce(tx, told.map(announcementOf)), { seed, writers: 8, turns: 25 });
    await eventually(() => broadcasts.reduce((count, { data }) => count + (data.items?.length ?? 1), 0) === committed.length, 'every event');
    for (const room of [`private-room-${seed}-0`, `private-room-${seed}-1`]) {
      for (const epoch of [1, 2]) {
        const heard = ofRoom(broadcasts, room, epoch);
        expectContinuous(heard as never);
        const expected = committed.filter((told) => told.room === room && told.epoch === epoch);
        expect(heard.flatMap(idsOf).sort((a, b) => a - b)).toEqual(expected.map(({ id }) => id).sort((a, b) => a - b));
        expect(await listEvents(tests.db, room, epoch, 0, 10_000)).toEqual(heard);
        // Order is kept: earlier announcements of a writer, of one kind, were received earlier.
        for (const name of ['post', 'like', 'phase']) {
          const order = heard.filter((event) => event.name === name).flatMap(idsOf);
          for (let writer = 0; writer < 8; writer++) {
            const theirs = expected.filter((told) => told.writer === writer && told.name === name).map(({ id }) => order.indexOf(id));
            expect(theirs).toEqual([...theirs].sort((a, b) => a - b));
          }
        }
      }
    }
    expect((await sql<{ n: number }>`SELECT count(*) AS n FROM room_outbox`.execute(tests.db)).rows[0]!.n).toBe(0);
    await rooms.stop(); // its sweep would number other tests' rooms
  },
  30_000,
);

test('connections that the database cuts again and again cost no event, give no number twice, and break no order', async () => {
  const { db: ownDb } = connect({ connection: tests.connection, maxConnections: 2, onError: () => undefined });
  const { rooms, broadcasts, counters } = tests.create({ joinWindowMs: 20, sweepMs: 100, db: ownDb });
  await rooms.start();
  let isOver = false;
  const cutting = (async () => {
    while (!isOver) {
      await sleep(15);
      const pids = await sql<{
        pid: number;
      }>`SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_xid IS NOT NULL AND pid <> pg_backend_pid()`
        .execute(tests.db)
        .catch(() => ({ rows: [] }));
      for (const { pid } of pids.rows) await sql`SELECT pg_terminate_backend(${pid})`.execute(tests.db).catch(() => undefined);
    }
  })();
  const acknowledged = new Set<number>();
  await Promise.all(
    Array.from({ length: 6 }, async (_, writer) => {
      for (let turn = 0; counters.roomRetries < CUTS_TO_SEE || turn < 40; turn++) {
        const id = writer * 100_000 + turn;
        await inTransaction(tests.db, (tx) =>
          rooms.announce(
            tx,
            id % 5 === 0 ? { room: 'private-cut', epoch: 1, name: 'phase', payload: { id } } : { room: 'private-cut', epoch: 1, name: 'post', item: id },
          ),
        ).then(
          () => acknowledged.add(id),
          () => undefined,
        );
        await sleep(5);
      }
    }),
  );
  isOver = true;
  await cutting;
  await rooms.stop(); // numbers what is still waiting
  const history = await listEvents(tests.db, 'private-cut', 1, 0, 10_000);
  const heard = ofRoom(broadcasts, 'private-cut', 1);
  expectContinuous(history as never);
  expect(heard).toEqual(history); // each was broadcast once, in order, as stored
  const ids = history.flatMap(idsOf);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of acknowledged) expect(ids).toContain(id);
  expect(acknowledged.size).toBeGreaterThan(50);
  await ownDb.destroy();
}, 60_000);

test('a process that is killed with -9 in the middle loses no announced event and leaves no gap', async () => {
  const child = fork(fileURLToPath(new URL('./testing/announcing-process.ts', import.meta.url)), [JSON.stringify(tests.connection)], { stdio: 'inherit' });
  const acknowledged: number[] = [];
  child.on('message', (id) => acknowledged.push(id as number));
  await eventually(() => acknowledged.length > 150, 'announcements of the other process', 20_000);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const { rooms, broadcasts } = tests.create();
  await rooms.start();
  const history = await listEvents(tests.db, 'private-killed', 1, 0, 10_000);
  expectContinuous(history as never);
  const ids = history.flatMap(idsOf);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of acknowledged) expect(ids).toContain(id);
  const leftOver = ofRoom(broadcasts, 'private-killed', 1);
  expect(leftOver).toEqual(history.slice(history.length - leftOver.length)); // the next process broadcasts just what was left
}, 60_000);
