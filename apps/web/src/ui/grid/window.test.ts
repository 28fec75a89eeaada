import { expect, test } from 'vitest';
import { columnSpan, fillWidths, rowSpan, toStarts } from './window.ts';

test.each([
  ['at the top', { scroll: 0, view: 400, count: 100_000 }, { first: 0, last: 11 }],
  ['in the middle, in between two rows', { scroll: 48 * 500 + 10, view: 400, count: 100_000 }, { first: 497, last: 511 }],
  ['at the end', { scroll: 48 * 100 - 400, view: 400, count: 100 }, { first: 88, last: 99 }],
  ['of few rows', { scroll: 0, view: 400, count: 2 }, { first: 0, last: 1 }],
  ['of none', { scroll: 0, view: 400, count: 0 }, { first: 0, last: -1 }],
  ['scrolled past rows that have gone', { scroll: 9_000, view: 400, count: 10 }, { first: 9, last: 9 }],
])('rows %s', (_where, place, span) => {
  expect(rowSpan({ ...place, height: 48, beyond: 3 })).toEqual(span);
});

test('columns of different widths are found by where they begin', () => {
  const starts = toStarts([100, 50, 200, 80, 80]);
  expect(starts).toEqual([0, 100, 150, 350, 430, 510]);
  const at = (scroll: number, view: number, beyond = 0) => columnSpan({ scroll, view, starts, beyond });
  expect(at(0, 100)).toEqual({ first: 0, last: 0 });
  expect(at(0, 101)).toEqual({ first: 0, last: 1 });
  expect(at(149, 2)).toEqual({ first: 1, last: 2 });
  expect(at(360, 10_000)).toEqual({ first: 3, last: 4 });
  expect(at(360, 10, 1)).toEqual({ first: 2, last: 4 });
  expect(at(10_000, 10)).toEqual({ first: 4, last: 4 });
  expect(columnSpan({ scroll: 0, view: 300, starts: [0], beyond: 2 })).toEqual({ first: 0, last: -1 });
});

test('columns fill a wide view and keep their widths in a narrow one, where the frozen one takes half at most', () => {
  expect(fillWidths([200, 100, 300], 1000)).toEqual([200, 200, 600]);
  expect(fillWidths([200, 100, 300], 360)).toEqual([180, 100, 300]);
  expect(fillWidths([200], 1000)).toEqual([200]);
  expect(fillWidths([200, 100], 0)).toEqual([200, 100]);
});
