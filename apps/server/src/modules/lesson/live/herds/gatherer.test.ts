import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type BatchReport, Gatherer, type Settled } from './gatherer.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates commits that run on command and remember their members. */
function createCommits() {
  const begun: { room: number; members: readonly string[]; end: () => void; fail: (error: unknown) => void }[] = [];
  const reports: BatchReport[] = [];
  const gatherer = new Gatherer<string, string>({
    commit: (room, members) =>
      new Promise((resolve, reject) => {
        const end = (): void => resolve(members.map((member): Settled<string> => ({ ok: true, result: `${member} done` })));
        begun.push({ room, members, end, fail: reject });
      }),
    onBatch: (report) => void reports.push(report),
  });
  return { begun, reports, gatherer };
}
const turns = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
};

test('who comes alone begins at once, in the same turn, and no timer is set', async () => {
  const { begun, gatherer } = createCommits();
  const alone = gatherer.gather(1, 'anna');
  expect(begun.map(({ members }) => members)).toEqual([['anna']]);
  expect(vi.getTimerCount()).toBe(0);
  begun[0]!.end();
  expect(await alone).toBe('anna done');
  await turns();
  void gatherer.gather(1, 'ben'); // nothing is under way any more
  expect(begun).toHaveLength(2);
  expect(vi.getTimerCount()).toBe(0);
});

test('who comes while a batch is under way makes the next one, 10 ms after the first of them at the latest', async () => {
  const { begun, reports, gatherer } = createCommits();
  const first = gatherer.gather(1, 'anna');
  const second = gatherer.gather(1, 'ben');
  vi.advanceTimersByTime(4);
  begun[0]!.end();
  await first;
  await turns();
  const third = gatherer.gather(1, 'cem'); // it is gathered with who waits
  expect(begun).toHaveLength(1);
  vi.advanceTimersByTime(5);
  expect(begun).toHaveLength(1);
  vi.advanceTimersByTime(1);
  expect(begun[1]!.members).toEqual(['ben', 'cem']);
  begun[1]!.end();
  expect(await Promise.all([second, third])).toEqual(['ben done', 'cem done']);
  await turns();
  expect(reports.map(({ size, waitedMs }) => [size, Math.round(waitedMs)])).toEqual([
    [1, 0],
    [2, 10],
  ]);
});

test('who waited for a long batch begins as soon as it has ended', async () => {
  const { begun, gatherer } = createCommits();
  void gatherer.gather(1, 'anna');
  void gatherer.gather(1, 'ben');
  vi.advanceTimersByTime(500);
  expect(begun).toHaveLength(1); // one batch of a room at a time
  begun[0]!.end();
  await turns();
  expect(begun[1]!.members).toEqual(['ben']);
});

test('1,100 who come at once are committed 250 at a time, in their order, and each hears of it', async () => {
  const { begun, gatherer } = createCommits();
  const names = Array.from({ length: 1_101 }, (_, index) => String(index));
  const all = Promise.all(names.map((name) => gatherer.gather(1, name)));
  for (let batch = 0; batch < 6; batch += 1) {
    await turns();
    vi.advanceTimersByTime(10);
    await turns();
    begun[batch]!.end();
  }
  expect(await all).toEqual(names.map((name) => `${name} done`));
  expect(begun.map(({ members }) => members.length)).toEqual([1, 250, 250, 250, 250, 100]);
  expect(begun.flatMap(({ members }) => members)).toEqual(names);
});

test.each([
  ['those who waited make a full batch', 250, 0],
  ['who comes next makes it full', 249, 1],
])('a full batch waits for nobody: %s', async (_case, waiting, later) => {
  const { begun, gatherer } = createCommits();
  const come = (many: number): void => {
    for (let one = 0; one < many; one += 1) void gatherer.gather(1, `of ${many}`);
  };
  come(1 + waiting);
  begun[0]!.end();
  await turns();
  expect(begun).toHaveLength(later > 0 ? 1 : 2); // one short of full, it gathers
  come(later);
  expect(begun[1]!.members).toHaveLength(250);
  expect(vi.getTimerCount()).toBe(0); // nothing begins it a second time
});

test('rooms run beside each other, eight at a time, and take turns', async () => {
  const { begun, gatherer } = createCommits();
  for (let room = 1; room <= 10; room += 1) void gatherer.gather(room, `first of ${room}`);
  void gatherer.gather(1, 'second of 1');
  void gatherer.gather(9, 'second of 9'); // it goes with the first, which has not begun
  expect(begun.map(({ room }) => room)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  vi.advanceTimersByTime(20);
  begun[0]!.end();
  await turns();
  expect(begun.at(-1)).toMatchObject({ room: 9, members: ['first of 9', 'second of 9'] });
  begun[1]!.end();
  await turns();
  expect(begun.at(-1)!.room).toBe(10); // room 1 has had its turn
  begun[2]!.end();
  await turns();
  expect(begun.at(-1)).toMatchObject({ room: 1, members: ['second of 1'] });
});

test('who goes alone waits for no batch, and no batch for them', async () => {
  const { begun, gatherer } = createCommits();
  void gatherer.gather(1, 'anna');
  const alone = gatherer.alone(1, 'ben');
  await turns();
  expect(begun.map(({ members }) => members)).toEqual([['anna'], ['ben']]);
  begun[1]!.end();
  expect(await alone).toBe('ben done');
});

test('what fails as a whole fails for each, and the room goes on', async () => {
  const { begun, gatherer } = createCommits();
  void gatherer.gather(1, 'anna').catch(() => undefined);
  const failing = gatherer.gather(1, 'ben');
  const told = failing.catch((error: Error) => error.message);
  begun[0]!.end();
  await turns();
  vi.advanceTimersByTime(10);
  begun[1]!.fail(new Error('away'));
  expect(await told).toBe('away');
  await turns();
  void gatherer.gather(1, 'cem');
  expect(begun).toHaveLength(3);
});
