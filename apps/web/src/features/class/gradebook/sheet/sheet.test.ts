import { expect, test } from 'vitest';
import { afterEdit, readKey } from './keys.ts';
import { isOne, rangeOf } from './range.ts';
import { layOut, parseTsv, writeTsv } from './tsv.ts';

const size = { rows: 10, columns: 5, page: 4, isRtl: false };
const press = (key: string, more: object = {}) => ({ key, ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, ...more });
const at = { row: 2, column: 3 };

test('arrows, Home, End, Page keys and Ctrl with them lead as in a spreadsheet; Shift selects on the way', () => {
  expect(readKey(press('ArrowDown'), at, size)).toEqual({ act: 'move', to: { row: 3, column: 3 }, extends: false });
  expect(readKey(press('ArrowLeft', { ctrlKey: true }), at, size)).toEqual({ act: 'move', to: { row: 2, column: 0 }, extends: false });
  expect(readKey(press('PageDown', { shiftKey: true }), at, size)).toEqual({ act: 'move', to: { row: 6, column: 3 }, extends: true });
  expect(readKey(press('End', { ctrlKey: true }), at, size)).toEqual({ act: 'move', to: { row: 9, column: 4 }, extends: false });
  expect(readKey(press('ArrowRight'), at, { ...size, isRtl: true })).toEqual({ act: 'move', to: { row: 2, column: 2 }, extends: false });
});

test('the averages are below the last student, and one key away from it', () => {
  expect(readKey(press('ArrowDown'), { row: 9, column: 1 }, size)).toEqual({ act: 'move', to: { row: 10, column: 1 }, extends: false });
  expect(readKey(press('ArrowUp'), { row: 10, column: 1 }, size)).toEqual({ act: 'move', to: { row: 9, column: 1 }, extends: false });
});

test('typing begins over what is there, F2 and Enter in it; other keys do what they say', () => {
  expect(readKey(press('4'), at, size)).toEqual({ act: 'edit', text: '4' });
  expect(readKey(press('F2'), at, size)).toEqual({ act: 'edit', text: null });
  expect(readKey(press('Enter'), at, size)).toEqual({ act: 'edit', text: null });
  expect(readKey(press('Enter'), { row: -1, column: 3 }, size)).toEqual({ act: 'sort' });
  expect(readKey(press('F2', { shiftKey: true }), at, size)).toEqual({ act: 'open' });
  expect(readKey(press('Delete'), at, size)).toEqual({ act: 'clear' });
  expect(readKey(press('z', { ctrlKey: true }), at, size)).toEqual({ act: 'undo' });
  expect(readKey(press('Z', { ctrlKey: true, shiftKey: true }), at, size)).toEqual({ act: 'redo' });
  expect(readKey(press('c', { ctrlKey: true }), at, size)).toBeNull();
  expect(readKey(press('Tab'), at, size)).toBeNull();
});

test('Enter goes down after an edit, Tab to the right, with Shift the other way, and neither out of the sheet', () => {
  const of = { rows: 10, columns: 5 };
  expect(afterEdit('Enter', false, at, of)).toEqual({ row: 3, column: 3 });
  expect(afterEdit('Enter', true, { row: 0, column: 3 }, of)).toEqual({ row: 0, column: 3 });
  expect(afterEdit('Tab', false, { row: 2, column: 4 }, of)).toEqual({ row: 2, column: 4 });
  expect(afterEdit('Tab', true, at, of)).toEqual({ row: 2, column: 2 });
  expect(afterEdit('Escape', false, at, of)).toEqual(at);
});

test('a selection is the rectangle between two cells, of students alone', () => {
  expect(rangeOf({ row: 4, column: 1 }, { row: 2, column: 3 }, 10)).toEqual({ top: 2, bottom: 4, first: 1, last: 3 });
  expect(rangeOf({ row: 4, column: 1 }, { row: 10, column: 1 }, 10).bottom).toBe(9);
  expect(isOne(rangeOf(at, at, 10))).toBe(true);
});

test('a copied range is read as spreadsheets write it: tabs, quotes, line ends of every kind', () => {
  expect(parseTsv('1\t2\r\n3\t4\r\n')).toEqual([
    ['1', '2'],
    ['3', '4'],
  ]);
  expect(parseTsv('46')).toEqual([['46']]);
  expect(parseTsv('\t7')).toEqual([['', '7']]);
  expect(parseTsv('"a\nb"\t"say ""hi"""\n\n5')).toEqual([['a\nb', 'say "hi"'], [''], ['5']]);
});

test('what is written is read back the same', () => {
  const cells = [
    ['46', 'EX', ''],
    ['a\tb', '"', 'two\nlines'],
  ];
  expect(parseTsv(writeTsv(cells))).toEqual(cells);
});

test('one value fills the selected range, a pattern repeats where it fits, and a larger one goes beyond it', () => {
  const range = { row: 1, column: 2, rows: 2, columns: 2 };
  expect(layOut([['5']], range)).toHaveLength(4);
  expect(layOut([['1', '2']], range).map(({ text }) => text)).toEqual(['1', '2', '1', '2']);
  const wide = layOut([['1', '2', '3']], { ...range, rows: 1, columns: 1 });
  expect(wide.map(({ column }) => column)).toEqual([2, 3, 4]);
});
