import { expect, test } from 'vitest';
import { rowsOf } from './column-rows.ts';

const table = { rows: 2, columns: { id: [7, 8], name: ['Ada', 'Bao'] } } as const;

test('rows are read out of columns in their order', () => {
  const rows = rowsOf(table);
  expect(rows.length).toBe(2);
  expect(rows.at(1)).toEqual({ id: 8, name: 'Bao' });
  expect([...rows]).toEqual([
    { id: 7, name: 'Ada' },
    { id: 8, name: 'Bao' },
  ]);
});

test.each([-1, 2, 0.5, Number.NaN])('there is no row %s', (index) => {
  expect(() => rowsOf(table).at(index)).toThrow(RangeError);
});

test('a table without rows has none', () => {
  expect([...rowsOf({ rows: 0, columns: { id: [] } })]).toEqual([]);
});
