import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Blocks, type Place } from './blocks.ts';

let asked: Place[];
let rows: number;
let fails = false;
beforeEach(() => {
  vi.useFakeTimers();
  [asked, rows, fails] = [[], 100_000, false];
});
afterEach(() => vi.useRealTimers());

/** A list of its own indexes, with cursors that name the place behind them. */
async function load({ after, before, skip = 0, limit = 100 }: Place) {
  asked.push({ ...(after ? { after } : {}), ...(before ? { before } : {}), ...(skip ? { skip } : {}) });
  if (fails) throw new Error('no network');
  const from = after ? Number(after) : before ? Math.max(0, Number(before) - limit) : skip;
  const to = Math.min(rows, before ? Number(before) : from + limit);
  const data = Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
  const total = after || before ? null : { count: rows, is_more: false };
  return { data, cursors: { before: from > 0 ? String(from) : null, after: to < rows ? String(to) : null }, total };
}
const show = async (blocks: Blocks<number>, first: number, last: number) => {
  blocks.show(first, last);
  await vi.advanceTimersByTimeAsync(100);
};

test('rows come block by block: the next by the cursor of the one before, far away by skipping', async () => {
  const blocks = new Blocks(load);
  await show(blocks, 0, 15);
  expect(blocks.total).toEqual({ count: 100_000, isMore: false });
  expect([blocks.rowAt(0), blocks.rowAt(99), blocks.rowAt(100)]).toEqual([0, 99, undefined]);
  await show(blocks, 95, 110);
  await show(blocks, 50_020, 50_030);
  await show(blocks, 49_990, 50_005);
  expect(asked).toEqual([{}, { after: '100' }, { skip: 50_000 }, { before: '50000' }]);
  expect([blocks.rowAt(150), blocks.rowAt(50_020), blocks.rowAt(49_990)]).toEqual([150, 50_020, 49_990]);
});

test('what a dragged scrollbar passes is not asked for', async () => {
  const blocks = new Blocks(load);
  await show(blocks, 0, 15);
  for (let at = 1000; at < 90_000; at += 1000) {
    blocks.show(at, at + 15);
    await vi.advanceTimersByTimeAsync(16);
  }
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toHaveLength(2);
});

test('blocks far from the view are forgotten', async () => {
  const blocks = new Blocks(load);
  for (let at = 0; at < 8000; at += 100) await show(blocks, at, at + 15);
  expect(blocks.rowAt(0)).toBeUndefined();
  expect(blocks.rowAt(7950)).toBe(7950);
});

test('a list that turns out shorter says so', async () => {
  const blocks = new Blocks(load);
  await show(blocks, 0, 15);
  rows = 150;
  await show(blocks, 100, 115);
  expect(blocks.total).toEqual({ count: 150, isMore: false });
});

test('a failure is kept until it is tried again', async () => {
  const blocks = new Blocks(load);
  fails = true;
  await show(blocks, 0, 15);
  expect(blocks.error).toBeInstanceOf(Error);
  await show(blocks, 0, 15);
  expect(asked).toHaveLength(1);
  fails = false;
  blocks.retry();
  await vi.advanceTimersByTimeAsync(100);
  expect(blocks.error).toBeNull();
  expect(blocks.rowAt(3)).toBe(3);
});

test('what was changed is loaded anew, and meanwhile the rows stay', async () => {
  const blocks = new Blocks(load);
  await show(blocks, 0, 15);
  rows = 90;
  blocks.renew();
  expect(blocks.rowAt(95)).toBe(95);
  await vi.advanceTimersByTimeAsync(100);
  expect(blocks.rowAt(95)).toBeUndefined();
  expect(blocks.total).toEqual({ count: 90, isMore: false });
});
