import { buffer } from 'node:stream/consumers';
import type { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { errorSheet } from './error-sheet.ts';

test.each([
  [0, [0]],
  [999, [0]],
  [1000, [0, 1000]],
  [2500, [0, 1000, 2000]],
])('the findings of %i rows are read a thousand at a time, to the last', async (count, places) => {
  const asked: number[] = [];
  const { content } = errorSheet<number>({
    t: (key) => key,
    name: 'people',
    list: async (after, limit) => {
      asked.push(after);
      return Array.from({ length: Math.min(limit, count - after) }, (_, at) => after + at + 1);
    },
    numberOf: (row) => row,
    linesOf: (row) => [{ column: 'Email', value: `${row}`, remedy: 'Correct it.' }],
  });
  expect((await buffer(content as Readable)).length).toBeGreaterThan(0);
  expect(asked).toEqual(places);
});
