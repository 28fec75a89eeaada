import { expect, test } from 'vitest';
import { FeedCache, type RoomVersion } from './feed-cache.ts';

const at = (sequence: number, pending = 0, ownEnds = 0): RoomVersion => ({ sequence, pending, ownEnds });

/** Creates a cache over a value that the test changes, with loads that end when the test decides. */
function setUp({ maxAgeMs = 1_000, maxEntries = 10, restMs = 0 } = {}) {
  const world = { value: 0, nowMs: 0, loads: 0, ends: [] as (() => void)[], isManual: false, failure: null as Error | null };
  const cache = new FeedCache<number>({ maxAgeMs, maxEntries, restMsAfter: () => restMs, nowMs: () => world.nowMs });
  const load = async (): Promise<number> => {
    world.loads += 1;
    const { value, failure } = world; // the snapshot is taken when the load begins
    if (world.isManual) await new Promise<void>((resolve) => world.ends.push(resolve));
    if (failure) throw failure;
    return value;
  };
  return { world, cache, get: (version: RoomVersion, key = 'room') => cache.get(key, version, load) };
}

const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

test('a value is read once for as long as its room stands still', async () => {
  const { world, get } = setUp();
  world.value = 7;
  expect(await Promise.all(Array.from({ length: 1_000 }, () => get(at(3))))).toEqual(Array.from({ length: 1_000 }, () => 7));
  expect(await get(at(3))).toBe(7);
  expect(world.loads).toBe(1);
});

test('somebody who looked at an earlier version gets what was read later', async () => {
  const { world, get } = setUp();
  await get(at(3));
  await get(at(2, 9));
  expect(world.loads).toBe(1);
});

test('what is announced but not numbered yet makes a new version, and so does its number', async () => {
  const { world, get } = setUp();
  expect(await get(at(3))).toBe(0);
  world.value = 1;
  expect(await get(at(3, 1))).toBe(1);
  world.value = 2;
  expect(await get(at(3, 2))).toBe(2);
  world.value = 3;
  expect(await get(at(4))).toBe(3); // two that were joined into one number: 4 is later than 3 with 2 pending
  expect(world.loads).toBe(4);
});

test('an own time that is over makes a new version though nothing is announced', async () => {
  const { world, get } = setUp();
  expect(await get(at(4))).toBe(0);
  world.value = 1;
  expect(await get(at(4, 0, 1))).toBe(1);
  world.value = 2;
  expect(await get(at(4, 1, 1))).toBe(2);
  expect(await get(at(4, 0, 2))).toBe(2); // was read before something was announced
  expect(world.loads).toBe(3);
});

test('nobody gets what a load began to read before they looked, and one further load serves all of them', async () => {
  const { world, get } = setUp();
  world.isManual = true;
  const early = [get(at(1)), get(at(1))];
  world.value = 1;
  const late = Array.from({ length: 50 }, (_, index) => get(at(2 + index)));
  await turns();
  expect(world.loads).toBe(1);
  world.ends[0]!();
  expect(await Promise.all(early)).toEqual([0, 0]);
  await turns();
  expect(world.loads).toBe(2);
  const latest = get(at(51)); // the waiting load began after 51 was seen: it serves this one too
  world.ends[1]!();
  expect(await Promise.all(late)).toEqual(late.map(() => 1));
  expect(await latest).toBe(1);
  expect(world.loads).toBe(2);
});

test('a failed load fails those who wait for it and is not remembered; the load behind it runs all the same', async () => {
  const { world, get } = setUp();
  world.isManual = true;
  world.failure = new Error('the database is away');
  const first = get(at(1));
  world.failure = null;
  const second = get(at(2));
  const failed = first.catch((error: unknown) => error);
  world.ends[0]!();
  expect(await failed).toEqual(new Error('the database is away'));
  await turns();
  world.ends[1]!();
  expect(await second).toBe(0);
  world.isManual = false;
  expect(await get(at(1))).toBe(0);
  expect(world.loads).toBe(2);
});

test('a value that no event tells of is read anew once it is too old', async () => {
  const { world, get } = setUp({ maxAgeMs: 1_000 });
  await get(at(1));
  world.nowMs = 999;
  await get(at(1));
  expect(world.loads).toBe(1);
  world.nowMs = 1_000;
  await get(at(1));
  expect(world.loads).toBe(2);
});

test('rooms that nobody looks at any more are forgotten, and never more are kept than may be', async () => {
  const { world, cache, get } = setUp({ maxEntries: 3, maxAgeMs: 1_000 });
  for (let room = 0; room < 10; room += 1) await get(at(1), `room ${room}`);
  expect(cache.size).toBe(3);
  world.nowMs = 5_000;
  await get(at(1), 'room 9');
  expect(cache.size).toBe(1);
});

test('what was costly rests before it is read again, and all who ask meanwhile share that load', async () => {
  const { world, get } = setUp({ restMs: 30 });
  await get(at(1));
  world.value = 1;
  const first = get(at(2));
  await turns();
  expect(world.loads).toBe(1);
  expect(await get(at(1))).toBe(0); // a reader that needs nothing newer does not wait
  world.value = 2;
  expect(await Promise.all([first, get(at(3)), get(at(4))])).toEqual([2, 2, 2]);
  expect(world.loads).toBe(2);
  world.nowMs = 1_000;
  world.value = 3;
  expect(await get(at(5))).toBe(3);
  expect(world.loads).toBe(3);
});

test('of any order of changes, looks and ends of loads, nobody reads anything older than they looked', async () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const { world, get } = setUp({ maxAgeMs: Infinity });
    world.isManual = true;
    let state = seed;
    const random = (below: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * below);
    };
    const reads: Promise<{ seen: number; value: number }>[] = [];
    for (let move = 0; move < 60; move += 1) {
      const dice = random(3);
      if (dice === 0) world.value += 1;
      else if (dice === 1) {
        const seen = world.value;
        reads.push(get(at(seen)).then((value) => ({ seen, value })));
      } else if (world.ends.length > 0) world.ends.splice(random(world.ends.length), 1)[0]!();
      await turns();
    }
    world.isManual = false;
    while (world.ends.length > 0) {
      world.ends.shift()!();
      await turns();
    }
    expect(
      (await Promise.all(reads)).filter(({ seen, value }) => value < seen),
      `seed ${seed}`,
    ).toEqual([]);
  }
});
