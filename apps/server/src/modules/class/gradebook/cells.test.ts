import { expect, test } from 'vitest';
import { createAligner, readCell, writeItem } from './cells.ts';

test.each([
  ['-', { draft: 'null', mark: '-', isExcused: false, assigned: undefined }],
  ['-=4', { draft: 'null', mark: '-', isExcused: false, assigned: '4' }],
  ['c', { draft: 'null', mark: 'c', isExcused: false, assigned: undefined }],
  ['12.5t', { draft: '12.5', mark: 't', isExcused: false, assigned: undefined }],
  ['0Rx', { draft: '0', mark: 'R', isExcused: true, assigned: undefined }],
  ['40rx=0.25', { draft: '40', mark: 'r', isExcused: true, assigned: '0.25' }],
  ['9T=', { draft: '9', mark: 'T', isExcused: false, assigned: 'null' }],
])('[B2935] the cell %s is read', (text, cell) => {
  expect(readCell(text)).toEqual(cell);
});

test('[B2935] cells are put into the order of the students, also where the accounts are those of the item before', () => {
  const align = createAligner([30, 10, 20]);
  const first = align({ accounts: [10, 20, 40], cells: '1r,2c,3rx', untimely: [20, 10], noted: [40, 20, 30] });
  expect(first).toEqual({ draft: ['null', '1', '2'], marks: ['-', 'r', 'n'], assigned: new Map(), excused: [], noted: [0, 2] });
  expect(align({ accounts: null, cells: '4t=1,5r,6r', untimely: null, noted: null })).toMatchObject({
    draft: ['null', '4', '5'],
    assigned: new Map([[1, '1']]),
    noted: [],
  });
  expect(align({ accounts: null, cells: null, untimely: null, noted: null })).toMatchObject({ draft: ['null', 'null', 'null'], marks: ['-', '-', '-'] });
});

test('[B2935] an item in which more than a fifth differ is written as pairs where they are wanted, by the returned grade', () => {
  const item = createAligner([1, 2, 3, 4])({ accounts: [1, 2, 3, 4], cells: '20r=10,9r,c,20r=', untimely: null, noted: null });
  expect(writeItem(item, { withLetters: false })).toMatchObject({ draft: '[20, 9, null, 20]', assigned: '[[0, 10], [3, null]]', pairs: '[]', letters: '""' });
  expect(writeItem(item, { withLetters: true })).toEqual({
    ...{ draft: '[]', assigned: '[]', marks: '"rrcr"', excused: '[]', noted: '[]' },
    pairs: '[[9, 9], [20, 10], [20, null], [null, null]]',
    letters: '"$#&%"',
  });
});
