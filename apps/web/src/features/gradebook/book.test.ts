import { expect, test } from 'vitest';
import { assignedOf, readBook, toGradeCell } from './book.ts';
import { answerOf } from './testing/answer.ts';

test('[B1498] an item that comes in pairs of draft and returned grade is read as one that comes in columns', () => {
  const look = (item: Parameters<typeof answerOf>[0] extends readonly (infer Item)[] | undefined ? Item : never) => {
    const [read] = readBook(answerOf([item])).items;
    return { cells: [0, 1, 2].map((student) => [toGradeCell(read!, student), assignedOf(read!, student)]), assigned: [...read!.assigned] };
  };
  const pairs: [number | null, number | null][] = [
    [33.6, 32],
    [40, 40],
    [null, 5],
  ];
  const inColumns: [number, number | null][] = [
    [0, 32],
    [2, 5],
  ];
  expect(look({ draft: [], pairs, marks: 'rrT' })).toEqual(look({ draft: [33.6, 40, null], assigned: inColumns, marks: 'rrT' }));
});
