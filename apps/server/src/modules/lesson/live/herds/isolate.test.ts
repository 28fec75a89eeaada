import { expect, test } from 'vitest';
import type { Settled } from './gatherer.ts';
import { commitIsolated, MemberFailure } from './isolate.ts';

const failure = (code: string) => Object.assign(new Error(code), { code });

async function run(size: number, bad: ReadonlySet<number>, error: unknown) {
  const tried: number[] = [];
  const settled = await commitIsolated(
    Array.from({ length: size }, (_, index) => index),
    async (members): Promise<Settled<number>[]> => {
      tried.push(members.length);
      if (members.some((member) => bad.has(member))) throw error;
      return members.map((result) => ({ ok: true, result }));
    },
  );
  return { settled, tried };
}

test.each([['23505'], ['22P05'], ['40P01'], ['P0001']])('of 200 of whom one makes the transaction fail with %s, that one fails alone', async (code) => {
  const { settled, tried } = await run(200, new Set([77]), failure(code));
  expect(settled.flatMap((one, index) => (one.ok ? [] : [index]))).toEqual([77]);
  expect(settled.map((one, index) => (one.ok ? one.result : index))).toEqual(settled.map((_, index) => index));
  expect(tried.length).toBeLessThanOrEqual(18);
});

test('two of them fail alone, too, and hear of their own failure', async () => {
  const { settled } = await run(9, new Set([0, 8]), new MemberFailure(new Error('no words')));
  expect(settled.flatMap((one, index) => (one.ok ? [] : [[index, (one.error as Error).message]]))).toEqual([
    [0, 'no words'],
    [8, 'no words'],
  ]);
});

test('one whose rows another process has just written is read and decided about once more', async () => {
  let isThere = false;
  const settled = await commitIsolated(['anna'], async ([name]): Promise<Settled<string>[]> => {
    if (isThere) return [{ ok: true, result: `${name} again` }];
    isThere = true;
    throw failure('23505');
  });
  expect(settled).toEqual([{ ok: true, result: 'anna again' }]);
});

test.each([['23502'], ['23503'], ['22P05'], ['40001'], ['40P01'], ['P0001'], ['57P01']])('one who fails alone with %s is not tried again', async (code) => {
  const { settled, tried } = await run(1, new Set([0]), failure(code));
  expect(tried).toEqual([1]);
  expect(settled).toMatchObject([{ ok: false, error: { code } }]);
});

test('one whose rows are another process’s at the second try, too, fails', async () => {
  let tries = 0;
  const settled = await commitIsolated(['anna'], async (): Promise<Settled<string>[]> => {
    tries += 1;
    if (tries <= 2) throw failure('23505');
    return [{ ok: true, result: 'a third time' }];
  });
  expect(settled).toMatchObject([{ ok: false, error: { code: '23505' } }]);
});

test.each([[failure('57P01')], [failure('55P03')], [failure('08006')], [new Error('Connection terminated unexpectedly')]])(
  'what is nobody’s fault (%s) fails for all at once and is not tried in parts',
  async (error) => {
    const { settled, tried } = await run(50, new Set([3]), error);
    expect(tried).toEqual([50]);
    expect(settled.every((one) => !one.ok && one.error === error)).toBe(true);
  },
);
