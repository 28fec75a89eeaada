import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../base/api-error.ts';
import { Blocks, type Place } from './blocks.ts';

let asked: Place[];
let rows: number;
let fails = false;
beforeEach(() => {
  vi.useFakeTimers();
  [asked, rows, fails] = [[], 100_000, false];
});
afterEach(() => vi.useRealTimers());

/** A list of its own indexes, with cursors that point to the position after them. */
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

test('rows of a range are loaded wherever the view is, and are not given up when it moves on', async () => {
  const blocks = new Blocks(load);
  await show(blocks, 0, 15);
  const loaded = blocks.loadBetween(40, 420);
  blocks.show(9_000, 9_015);
  await vi.advanceTimersByTimeAsync(100);
  expect(await loaded).toBe(true);
  expect([100, 250, 420].map(blocks.rowAt)).toEqual([100, 250, 420]);
  fails = true;
  expect(await blocks.loadBetween(40, 600)).toBe(false);
});

test('a cursor that the server knows no more, for the order is another one by now, is replaced by skipping', async () => {
  const blocks = new Blocks(async (place: Place) => {
    if (place.after !== undefined) throw new ApiError('VALIDATION_FAILED', { status: 422 });
    return load(place);
  });
  await show(blocks, 0, 15);
  await show(blocks, 100, 115);
  expect([blocks.rowAt(105), blocks.error]).toEqual([105, null]);
  expect(asked).toEqual([{}, { skip: 100 }]);
});

test('somebody who drags to and fro has one block under way at most for what is in view: what was asked before is given up', async () => {
  const signals: AbortSignal[] = [];
  const blocks = new Blocks<number>((place, signal) => {
    signals.push(signal);
    return place.skip ? new Promise(() => undefined) : load(place);
  });
  await show(blocks, 0, 15);
  for (let round = 1; round <= 40; round++) await show(blocks, round % 2 === 0 ? 1_010 : 90_010, round % 2 === 0 ? 1_025 : 90_025);
  expect(signals.length).toBe(41);
  expect(signals.slice(1).filter(({ aborted }) => !aborted)).toHaveLength(1);
});
