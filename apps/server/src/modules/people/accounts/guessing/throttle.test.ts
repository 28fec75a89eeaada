import { describe, expect, test } from 'vitest';
import { createGuessClock } from '../../../../testing/guess-clock.ts';
import { createRandom } from '../../../../testing/random.ts';
import { delayMs, MEMORY_MS } from './lane-state.ts';
import { createRememberedLanes } from './testing/remembered-lanes.ts';
import { GUESSING_PLACE, SignInThrottle, type Try } from './throttle.ts';

const SCHOOL = '192.0.2.1';
const HASH_MS = 25;

/** Creates the throttles of this many processes on one test clock, with people who make one attempt after another. */
function setUp(processes = 1) {
  const clock = createGuessClock();
  const another = createRememberedLanes(clock);
  const throttles = Array.from({ length: processes }, () => new SignInThrottle({ clock, lanes: another() }));
  let tried = 0;
  const looked: { who: string; atMs: number }[] = [];
  let [running, most] = [0, 0];
  /** Settles with the result and the time it took. */
  const attempt = (isRight: boolean, who: Partial<Try> & { accountKey: string }, name = who.accountKey) => {
    const beganMs = clock.nowMs();
    const check = async (): Promise<boolean> => {
      looked.push({ who: name, atMs: clock.nowMs() });
      most = Math.max(most, ++running);
      await clock.sleep(HASH_MS);
      running -= 1;
      return isRight;
    };
    const state: { outcome: 'right' | 'wrong' | 'refused' | 'waiting'; tookMs: number } = { outcome: 'waiting', tookMs: 0 };
    const settle = (outcome: typeof state.outcome) => Object.assign(state, { outcome, tookMs: clock.nowMs() - beganMs });
    const throttle = throttles[tried++ % processes] as SignInThrottle;
    throttle.run({ address: SCHOOL, device: '', isKnownDevice: false, ...who }, check).then(
      (outcome) => settle(outcome.isRight ? 'right' : 'wrong'),
      () => settle('refused'),
    );
    return state;
  };
  const countLooked = (who: string, fromMs = 0): number => looked.filter((look) => look.who === who && look.atMs >= fromMs).length;
  return { clock, attempt, countLooked, mostAtOnce: () => most };
}

test('the first failures cost nothing, later ones wait longer, at most eight seconds', () => {
  expect([-3, -1, 0, 1, 2, 5, 50].map(delayMs)).toEqual([0, 0, 250, 500, 1000, 8000, 8000]);
});

const seedsAndProcesses = [1, 2, 3].flatMap((seed) => [1, 2, 3].map((processes) => [seed, processes] as const));

describe.each(seedsAndProcesses)('nobody stands in anybody’s way (seed %i, %i processes)', (seed, processes) => {
  test('[B143] after 120 failures at invented addresses, and with 90 more waiting, four people at the same school sign in on new devices at once', async () => {
    const { clock, attempt } = setUp(processes);
    const random = createRandom(seed);
    for (let guess = 0; guess < 120; guess += 1) {
      attempt(false, { accountKey: `nobody${guess}@school.test`, device: String(random.below(1e9)) });
      if (random.below(3) === 0) await clock.advance(random.below(150));
    }
    await clock.advance(1000);
    for (let guess = 0; guess < 90; guess += 1) attempt(false, { accountKey: `nobody${random.below(20)}@school.test`, device: String(random.below(1e9)) });
    const people = ['ada', 'grace', 'katherine', 'mary'].map((accountKey) => attempt(true, { accountKey, device: `new phone of ${accountKey}` }));
    await clock.advance(HASH_MS);
    expect(people.map(({ outcome }) => outcome)).toEqual(['right', 'right', 'right', 'right']);
  });

  test('[B144] while forty networks guess at one teacher, her right password on a new device counts at once, and after a slip within a turn', async () => {
    const { clock, attempt, countLooked } = setUp(processes);
    const random = createRandom(seed);
    const guessForAWhile = async (ms: number): Promise<void> => {
      for (let passed = 0; passed < ms; passed += 100) {
        for (let guess = 0; guess < 4; guess += 1) attempt(false, { accountKey: 'teacher', address: `198.51.100.${random.below(40)}` }, 'guess');
        await clock.advance(100);
      }
    };
    await guessForAWhile(60_000);
    const first = attempt(true, { accountKey: 'teacher', address: '203.0.113.5', device: 'new' });
    await clock.advance(HASH_MS);
    expect(first).toEqual({ outcome: 'right', tookMs: HASH_MS });
    attempt(false, { accountKey: 'teacher', address: '203.0.113.77', device: 'other' });
    await guessForAWhile(200);
    const second = attempt(true, { accountKey: 'teacher', address: '203.0.113.77', device: 'other' });
    await guessForAWhile(10_000);
    expect(second.outcome).toBe('right');
    expect(second.tookMs).toBeLessThanOrEqual(8_000 + 100 + 2 * HASH_MS);
    // the guessers together are limited to one attempt in eight seconds, after the first of each network
    const [fromMs, before] = [clock.nowMs(), countLooked('guess')];
    await guessForAWhile(120_000);
    expect(countLooked('guess', fromMs)).toBeLessThanOrEqual(16);
    expect(before).toBeLessThan(40 + 20 + 20);
  });

  test('[B145] the first try from a place is looked at, however many wait at the account', async () => {
    const { clock, attempt } = setUp(processes);
    const random = createRandom(seed);
    for (let guess = 0; guess < 2000; guess += 1) attempt(false, { accountKey: 'teacher', address: `198.51.${random.below(4)}.${random.below(250)}` });
    const first = [1, 2, 3].map((number) => attempt(true, { accountKey: 'teacher', address: `203.0.113.${number}` }));
    await clock.advance(HASH_MS);
    expect(first.map(({ outcome }) => outcome)).toEqual(['right', 'right', 'right']);
  });

  test('[B145] a classmate who goes on guessing on the same network does not keep a teacher with a new device waiting for longer than one turn', async () => {
    const { clock, attempt } = setUp(processes);
    const random = createRandom(seed);
    const guess = () => attempt(false, { accountKey: 'teacher', device: `of the classmate ${random.below(2)}` });
    for (let passed = 0; passed < 40_000; passed += 50) {
      guess();
      await clock.advance(50);
    }
    const teacher = attempt(true, { accountKey: 'teacher', device: 'new tablet' });
    for (let passed = 0; passed < 9_000; passed += 50) {
      guess();
      await clock.advance(50);
    }
    expect(teacher.outcome).toBe('right');
    expect(teacher.tookMs).toBeLessThanOrEqual(8_000 + 50 + 2 * HASH_MS);
  });
});

describe.each(seedsAndProcesses)('no shared computer is a loophole (seed %i, %i processes)', (seed, processes) => {
  test('[B146] 500 guesses from a device that signed in before: twenty for nothing, then one in eight seconds; on her own device the owner is not slowed', async () => {
    const { clock, attempt, countLooked } = setUp(processes);
    const random = createRandom(seed);
    for (let guess = 0; guess < 500; guess += 1) {
      attempt(false, { accountKey: 'victim', device: 'library pc', isKnownDevice: true }, 'guess');
      await clock.advance(20 + random.below(40));
    }
    expect(clock.nowMs()).toBeLessThan(40_000);
    expect(countLooked('guess')).toBeGreaterThanOrEqual(20);
    expect(countLooked('guess')).toBeLessThanOrEqual(20 + 5 + 5);
    const own = attempt(true, { accountKey: 'victim', device: 'own phone', isKnownDevice: true });
    const elsewhere = attempt(true, { accountKey: 'victim', device: 'new', address: '203.0.113.9' });
    const classmate = attempt(true, { accountKey: 'classmate', device: 'library pc', isKnownDevice: true });
    await clock.advance(HASH_MS);
    expect([own, elsewhere, classmate].map(({ outcome }) => outcome)).toEqual(['right', 'right', 'right']);
  });

  test('[B146] 73 guesses of the same moment: as many are looked at as are free, not all of them', async () => {
    const { clock, attempt, countLooked, mostAtOnce } = setUp(processes);
    for (let guess = 0; guess < 73; guess += 1) attempt(false, { accountKey: 'victim', device: String(seed) }, 'guess');
    await clock.advance(HASH_MS);
    expect([countLooked('guess'), mostAtOnce()]).toEqual([3, 3]);
    await clock.advance(4000);
    expect(countLooked('guess')).toBeLessThanOrEqual(3 + 4);
    expect(mostAtOnce()).toBe(3);
  });
});

test('right tries of the same moment are not made to wait for one another', async () => {
  const { clock, attempt } = setUp();
  const all = Array.from({ length: 9 }, () => attempt(true, { accountKey: 'ada' }));
  await clock.advance(3 * HASH_MS);
  expect(all.every(({ outcome }) => outcome === 'right')).toBe(true);
});

test('failures are forgotten after a quarter of an hour', async () => {
  const { clock, attempt } = setUp();
  for (let guess = 0; guess < 5; guess += 1) {
    attempt(false, { accountKey: 'ada' });
    await clock.advance(5000);
  }
  const slowed = [attempt(false, { accountKey: 'ada' }), attempt(false, { accountKey: 'ada' })];
  await clock.advance(HASH_MS);
  expect(slowed.map(({ outcome }) => outcome)).toContain('waiting');
  await clock.advance(MEMORY_MS + 30_000);
  const fresh = [1, 2, 3].map(() => attempt(false, { accountKey: 'ada' }));
  await clock.advance(HASH_MS);
  expect(fresh.map(({ outcome }) => outcome)).toEqual(['wrong', 'wrong', 'wrong']);
});

test('where many accounts are guessed at, each gets one free failure and not three; who knows the password does not notice', async () => {
  const { clock, attempt, countLooked } = setUp();
  for (let guess = 0; guess < GUESSING_PLACE; guess += 1) attempt(false, { accountKey: `student${guess}` });
  await clock.advance(HASH_MS);
  for (let guess = 0; guess < 3; guess += 1) attempt(false, { accountKey: 'victim' }, 'guess');
  const right = attempt(true, { accountKey: 'ada' });
  await clock.advance(HASH_MS);
  expect([countLooked('guess'), right.outcome]).toEqual([1, 'right']);
});

test('[B149] all addresses of an IPv6 network are one place', async () => {
  const { clock, attempt, countLooked } = setUp();
  for (let guess = 0; guess < 104; guess += 1) attempt(false, { accountKey: 'victim', address: `2001:db8:1:2::${guess.toString(16)}` }, 'guess');
  await clock.advance(HASH_MS);
  expect(countLooked('guess')).toBe(3);
});

test('whoever stands in a lane too long, or comes when it is full, is told to come back', async () => {
  const { clock, attempt } = setUp();
  const all = Array.from({ length: 40 }, () => attempt(false, { accountKey: 'ada', device: 'one' }));
  await clock.advance(0);
  expect(all.filter(({ outcome }) => outcome === 'refused')).toHaveLength(40 - 3 - 10);
  await clock.advance(60_000);
  expect(all.filter(({ outcome }) => outcome === 'waiting')).toEqual([]);
});
