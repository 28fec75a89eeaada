import { expect, test } from 'vitest';
import { assignedOf, readBook, toGradeCell } from './book.ts';
import { answerOf } from './testing/answer.ts';

test('[B1690] an item that comes in pairs of draft and returned grade, with a letter for each student, is read as one that comes in columns', () => {
  const look = (item: Parameters<typeof answerOf>[0] extends readonly (infer Item)[] | undefined ? Item : never) => {
    const [read] = readBook(answerOf([item])).items;
    return { cells: [0, 1, 2].map((student) => [toGradeCell(read!, student), assignedOf(read!, student)]), assigned: [...read!.assigned] };
  };
  const pairs: [number | null, number | null][] = [
    [null, 5],
    [33.6, 32],
    [40, 40],
  ];
  const inColumns: [number, number | null][] = [
    [0, 32],
    [2, 5],
  ];
  expect(look({ draft: [], pairs, letters: '$%#', marks: 'rrT' })).toEqual(look({ draft: [33.6, 40, null], assigned: inColumns, marks: 'rrT' }));
});

test('[B1690] letters name as many pairs as a class has students, without what JSON would write in two', () => {
  const students = [...Array(200).keys()];
  const pairs = students.map((place): [number, number] => [place * 1.05, place]);
  const letters = students.map((place) => String.fromCharCode(place + (place < 57 ? 35 : place < 91 ? 36 : 70))).join('');
  expect(JSON.stringify(letters)).toBe(`"${letters}"`);
  const [read] = readBook(
    answerOf(
      [{ draft: [], pairs, letters, marks: 'r'.repeat(200) }],
      {},
      students.map((place) => `Student ${place}`),
    ),
  ).items;
  expect(students.map((student) => assignedOf(read!, student))).toEqual(students);
});
