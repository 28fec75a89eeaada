import { expect, test } from 'vitest';
import { Batcher, type BatcherOptions } from './batcher.ts';

/** Returns batches in the order they began. Each ends on request. */
function createDoubling(options?: BatcherOptions) {
  const batches: { key: string; members: readonly number[]; end: () => void; fail: (error: Error) => void }[] = [];
  const gathering = new Batcher<string, number, number>(
    (key, members) =>
      new Promise((resolve, reject) => {
        batches.push({ key, members, end: () => resolve(members.map((member) => 2 * member)), fail: reject });
      }),
    options,
  );
  const begun = (count: number) => expect.poll(() => batches.length).toBe(count);
  return { batches, gathering, begun };
}

test('whoever comes alone waits for nobody; those who come while as much as may be is under way are the next batch', async () => {
  const { batches, gathering, begun } = createDoubling({ atOnce: 1 });
  const first = gathering.ask('a', 1);
  await begun(1);
  const others = [gathering.ask('a', 2), gathering.ask('a', 3)];
  await new Promise((resolve) => setImmediate(resolve));
  expect(batches.map(({ members }) => members)).toEqual([[1]]);
  batches[0]!.end();
  expect(await first).toBe(2);
  await begun(2);
  expect(batches[1]!.members).toEqual([2, 3]);
  batches[1]!.end();
  expect(await Promise.all(others)).toEqual([4, 6]);
  await expect.poll(() => gathering.size).toBe(0);
  const later = gathering.ask('a', 4);
  await begun(3);
  batches[2]!.end();
  expect(await later).toBe(8);
});

test('those who come in one turn are one batch; one that hangs holds up nobody who comes later', async () => {
  const { batches, gathering, begun } = createDoubling({ atOnce: 2 });
  void gathering.ask('a', 1);
  void gathering.ask('a', 2);
  await begun(1);
  const later = gathering.ask('a', 3);
  await begun(2);
  expect(batches.map(({ members }) => members)).toEqual([[1, 2], [3]]);
  batches[1]!.end();
  expect(await later).toBe(6);
  const last = gathering.ask('a', 4);
  await begun(3);
  batches[2]!.end();
  expect(await last).toBe(8);
});

test('keys do not wait for each other', async () => {
  const { batches, gathering, begun } = createDoubling({ atOnce: 1 });
  void gathering.ask('a', 1);
  void gathering.ask('b', 2);
  await begun(2);
  expect(batches.map(({ key, members }) => [key, members])).toEqual([
    ['a', [1]],
    ['b', [2]],
  ]);
});

test('what fails is told to all of its batch, and the next one is worked for', async () => {
  const { batches, gathering, begun } = createDoubling({ atOnce: 1 });
  const first = gathering.ask('a', 1);
  await begun(1);
  const second = gathering.ask('a', 2);
  batches[0]!.fail(new Error('lost'));
  await expect(first).rejects.toThrow('lost');
  await begun(2);
  batches[1]!.end();
  expect(await second).toBe(4);
});

test('a batch has a most', async () => {
  const { batches, gathering, begun } = createDoubling({ atOnce: 1, most: 2 });
  const all = [1, 2, 3].map((member) => gathering.ask('a', member));
  await begun(1);
  batches[0]!.end();
  await begun(2);
  batches[1]!.end();
  expect(batches.map(({ members }) => members)).toEqual([[1, 2], [3]]);
  expect(await Promise.all(all)).toEqual([2, 4, 6]);
});

test('those who come one after the other while a batch is under way are the next one', async () => {
  const { batches, gathering, begun } = createDoubling({ gatherMs: 200 });
  void gathering.ask('a', 1);
  await begun(1);
  for (const member of [2, 3, 4]) {
    void gathering.ask('a', member);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await begun(2);
  expect(batches.map(({ members }) => members)).toEqual([[1], [2, 3, 4]]);
});
