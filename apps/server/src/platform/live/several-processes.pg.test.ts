import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { inTransaction } from '../database/index.ts';
import { createLog } from '../log.ts';
import { createLocalBus, createLocalLine } from './bus/index.ts';
import { createSharedSignals, createSharedWhereabouts, type Rooms } from './index.ts';
import { MAX_ITEMS_PER_EVENT } from './room-batch.ts';
import type { Signal } from './signals.ts';
import { eventually } from './testing/realtime.ts';
import { type Broadcast, openTestRooms, type TestRooms } from './testing/rooms.ts';

type Line = ReturnType<typeof createLocalLine>;
const ROOM = 'private-room-1';
const log = createLog('silent');
let tests: TestRooms;
const ends: (() => Promise<void>)[] = [];
beforeAll(async () => {
  tests = await openTestRooms();
});
afterAll(() => tests.close());
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await sql`TRUNCATE room_outbox, room_events, room_sequences, live_signals, live_presence, server_processes CASCADE`.execute(tests.db);
});

interface Process {
  rooms: Rooms;
  broadcasts: Broadcast[];
}

/** Starts processes that follow the room, on one database and one line. */
async function startProcesses(count: number, line: Line = createLocalLine(), options: { sweepMs?: number } = {}): Promise<Process[]> {
  const processes: Process[] = [];
  for (let at = 0; at < count; at++) {
    const bus = createLocalBus({ log, line });
    await bus.start();
    const { rooms, broadcasts } = tests.create({ bus, ...options });
    await rooms.follow(ROOM);
    await rooms.start();
    ends.push(async () => {
      await rooms.stop();
      await bus.stop();
    });
    processes.push({ rooms, broadcasts });
  }
  return processes;
}

const announce = ({ rooms }: Process, item: number, epoch = 1) =>
  inTransaction(tests.db, (tx) => rooms.announce(tx, { room: ROOM, epoch, name: 'post', item }));
const itemsOf = ({ broadcasts }: Process) => broadcasts.flatMap(({ data }) => data.items as number[]);
const numbersOf = ({ broadcasts }: Process) => broadcasts.map(({ data }) => [data.epoch, data.from, data.sequence]);

test('whichever process an event happens in, all deliver it, once and in the order of its number', async () => {
  const processes = await startProcesses(3);
  const items = Array.from({ length: 90 }, (_, index) => index + 1);
  await Promise.all(items.map((item) => announce(processes[item % 3] as Process, item)));
  for (const process of processes) {
    await eventually(() => itemsOf(process).length === items.length, 'every item everywhere');
    expect(itemsOf(process).toSorted((a, b) => a - b)).toEqual(items);
    expect(numbersOf(process)).toEqual(numbersOf(processes[0] as Process));
    let last = 0;
    for (const [, from, sequence] of numbersOf(process) as [number, number, number][]) {
      expect(from).toBe(last + 1);
      last = sequence;
    }
  }
});

test('what the bus loses is found by looking, the last event too', async () => {
  const line = createLocalLine();
  line.loses = () => true;
  const [here, there] = (await startProcesses(2, line)) as [Process, Process];
  await announce(here, 1);
  await eventually(() => itemsOf(there).length === 1, 'the only event');
  await announce(there, 2);
  await eventually(() => itemsOf(here).length === 2, 'the last event');
  expect(numbersOf(here)).toEqual(numbersOf(there));
});

test('while the bus is away everything goes on, and when it is back it is looked at once', async () => {
  const line = createLocalLine();
  const [here, there] = (await startProcesses(2, line)) as [Process, Process];
  line.isDown = true;
  await announce(here, 1);
  await eventually(() => itemsOf(there).length === 1, 'the event without a bus');
  line.isDown = false;
  await announce(here, 2);
  await eventually(() => itemsOf(there).length === 2, 'the event after');
});

test('together the processes that number a room keep its pace', async () => {
  const processes = await startProcesses(3);
  const started = performance.now();
  let item = 0;
  const writer = async (process: Process): Promise<void> => {
    while (performance.now() < started + 1000 || item < 30) await announce(process, ++item);
  };
  await Promise.all(processes.map(writer));
  for (const process of processes) await eventually(() => itemsOf(process).length === item, 'all items');
  const [first] = processes as [Process];
  const windows = (first.broadcasts.at(-1)!.atMs - started) / 100 + 3;
  expect(first.broadcasts.length).toBeLessThanOrEqual(windows + item / MAX_ITEMS_PER_EVENT);
});

test('a room that is followed from the middle on delivers what comes and nothing of before', async () => {
  const [here] = (await startProcesses(1)) as [Process];
  await announce(here, 1);
  await announce(here, 2, 2);
  await eventually(() => itemsOf(here).length === 2, 'the first events');
  const [late] = (await startProcesses(1)) as [Process];
  await announce(here, 3, 2);
  await announce(here, 4, 3);
  await eventually(() => itemsOf(late).length === 2, 'the later events');
  expect(numbersOf(late)).toEqual([
    [2, 2, 2],
    [3, 1, 1],
  ]);
});

test('a foreign word on the bus shows nobody anything and takes nothing away', async () => {
  const line = createLocalLine();
  const [here] = (await startProcesses(1, line)) as [Process];
  const forger = createLocalBus({ log, line });
  await forger.start();
  ends.push(() => forger.stop());
  for (const at of [1, 5, Number.MAX_SAFE_INTEGER]) forger.say({ room: ROOM, epoch: 1, at });
  await announce(here, 1);
  await announce(here, 2);
  await eventually(() => itemsOf(here).length === 2, 'both events');
  expect(numbersOf(here).at(-1)?.[2]).toBe(2);
});

async function startSignals(line: Line) {
  const bus = createLocalBus({ log, line });
  await bus.start();
  const signals = createSharedSignals({ db: tests.db, bus, log, lookMs: 100 });
  const heard: Signal[] = [];
  signals.listen((signal) => heard.push(signal));
  await signals.start();
  ends.push(async () => {
    await signals.stop();
    await bus.stop();
  });
  return { signals, heard };
}

test.each([false, true])('signals reach every process, all in one order (all words lost: %s)', async (areLost) => {
  const line = createLocalLine();
  line.loses = () => areLost;
  const processes = [await startSignals(line), await startSignals(line), await startSignals(line)];
  for (let turn = 0; turn < 40; turn++) {
    processes[turn % 3]!.signals.send({ kind: 'token-ended', tokenId: turn });
    if (turn % 7 === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  for (const { heard } of processes) await eventually(() => heard.length === 40, 'every signal');
  for (const { heard } of processes) expect(heard).toEqual(processes[0]!.heard);
});

test('signals that come while the database is away are written when it is back', async () => {
  const line = createLocalLine();
  const { heard } = await startSignals(line);
  let isAway = true;
  const db = new Proxy(tests.db, {
    get: (target, property) => {
      if (isAway && property === 'getExecutor') throw new Error('the database is away');
      const value = Reflect.get(target, property) as unknown;
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const bus = createLocalBus({ log, line });
  await bus.start();
  const signals = createSharedSignals({ db, bus, log });
  ends.push(async () => {
    await signals.stop();
    await bus.stop();
  });
  signals.send({ kind: 'recheck', scope: { accountId: 7 } });
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(heard).toEqual([]);
  isAway = false;
  await eventually(() => heard.length === 1, 'the signal');
  expect(heard).toEqual([{ kind: 'recheck', scope: { accountId: 7 } }]);
});

test('who is connected is the same from every process, each person once, and goes with the process that held it', async () => {
  const ids = [await insertProcess(), await insertProcess()] as [number, number];
  const [first, second] = ids.map((id) => createSharedWhereabouts({ db: tests.db, log, processId: () => id, nowMs: () => performance.now() }));
  const entry = (accountId: number) => ({ channel: ROOM, accountId, member: null });
  await first!.save({ come: [entry(1), entry(2)], gone: [] });
  await second!.save({ come: [entry(2), entry(3)], gone: [] });
  const seen = async () => (await first!.listPresent(ROOM)).accounts.map(({ accountId }) => accountId);
  expect(await seen()).toEqual([1, 2, 3]);
  expect(await first!.listPresent('private-room-2')).toMatchObject({ accounts: [], isElsewhere: false });
  const before = await second!.listPresent(ROOM);
  await second!.save({ come: [], gone: [entry(2)] });
  expect(await seen()).toEqual([1, 2, 3]); // the other process holds a socket of the same person
  expect((await first!.listPresent(ROOM)).asOf).toBeGreaterThan(before.asOf);
  expect([(await first!.listPresent(ROOM)).isElsewhere, (await second!.listPresent(ROOM)).isElsewhere]).toEqual([true, true]);
  await tests.db.deleteFrom('server_processes').where('id', '=', ids[0]).execute();
  expect([(await first!.listPresent(ROOM)).isElsewhere, (await second!.listPresent(ROOM)).isElsewhere]).toEqual([true, false]);
  expect((await second!.listPresent(ROOM)).accounts.map(({ accountId }) => accountId)).toEqual([3]);
});

test('who is connected is known before this process is entered among the others; everybody is elsewhere then', async () => {
  const [entered, id] = [
    await insertProcess(),
    () => {
      throw new Error('a process has an id once it was started');
    },
  ] as const;
  const make = (processId: () => number) => createSharedWhereabouts({ db: tests.db, log, processId, nowMs: () => performance.now() });
  await make(() => entered).save({ come: [{ channel: 'private-room-3', accountId: 5, member: null }], gone: [] });
  expect(await make(id).listPresent('private-room-3')).toMatchObject({ accounts: [{ accountId: 5 }], isElsewhere: true });
  expect(await make(id).listPresent('private-room-4')).toMatchObject({ accounts: [], isElsewhere: false });
});

async function insertProcess(): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    INSERT INTO server_processes (role, version, host, lease_until) VALUES ('web', 'test', 'here', clock_timestamp() + interval '1 hour') RETURNING id`.execute(
    tests.db,
  );
  return rows[0]!.id;
}
