import { expect, test } from 'vitest';
import { movedBy, type Place } from './keys.ts';

const size = { rows: 100, columns: 7, page: 10, isRtl: false };
const press = (key: string, from: Place, { ctrl = false, isRtl = false } = {}) => movedBy({ key, ctrlKey: ctrl }, from, { ...size, isRtl });

test.each([
  ['ArrowDown', { row: 5, column: 2 }, { row: 6, column: 2 }],
  ['ArrowDown', { row: 99, column: 2 }, { row: 99, column: 2 }],
  ['ArrowUp', { row: 0, column: 2 }, { row: -1, column: 2 }],
  ['ArrowUp', { row: -1, column: 2 }, { row: -1, column: 2 }],
  ['ArrowRight', { row: 5, column: 6 }, { row: 5, column: 6 }],
  ['ArrowLeft', { row: 5, column: 6 }, { row: 5, column: 5 }],
  ['PageDown', { row: 95, column: 1 }, { row: 99, column: 1 }],
  ['PageUp', { row: 5, column: 1 }, { row: 0, column: 1 }],
  ['Home', { row: 5, column: 4 }, { row: 5, column: 0 }],
  ['End', { row: 5, column: 4 }, { row: 5, column: 6 }],
])('%s from %o leads to %o', (key, from, to) => {
  expect(press(key, from)).toEqual(to);
});

test('with Ctrl a key leads to the border', () => {
  const from = { row: 50, column: 3 };
  expect(press('Home', from, { ctrl: true })).toEqual({ row: 0, column: 0 });
  expect(press('End', from, { ctrl: true })).toEqual({ row: 99, column: 6 });
  expect(press('ArrowDown', from, { ctrl: true })).toEqual({ row: 99, column: 3 });
  expect(press('ArrowLeft', from, { ctrl: true })).toEqual({ row: 50, column: 0 });
});

test('from right to left the arrows are mirrored, Home and End are not', () => {
  const from = { row: 1, column: 3 };
  expect(press('ArrowLeft', from, { isRtl: true })).toEqual({ row: 1, column: 4 });
  expect(press('ArrowRight', from, { isRtl: true })).toEqual({ row: 1, column: 2 });
  expect(press('ArrowRight', from, { isRtl: true, ctrl: true })).toEqual({ row: 1, column: 0 });
  expect(press('Home', from, { isRtl: true })).toEqual({ row: 1, column: 0 });
});

test('other keys lead nowhere', () => {
  for (const key of ['a', 'Enter', ' ', 'Tab', 'Escape']) expect(press(key, { row: 1, column: 1 })).toBeNull();
});
