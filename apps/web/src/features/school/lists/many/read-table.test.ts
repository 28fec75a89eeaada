import { expect, test } from 'vitest';
import { readTable } from './read-table.ts';

const one = [{ name: 'name', label: 'Name' }];
const three = [...one, { name: 'level_id', label: 'Level' }, { name: 'replace_with', label: 'Replace with' }];
const cells = (text: string, columns = three) => readTable(text, columns).map((line) => columns.map(({ name }) => line.cells[name]));

test('cells of a spreadsheet, with tabs between them, empty ones and lines without anything among them', () => {
  expect(cells('Grade 1\tA\tx\r\nGrade 2\t\ty\r\n\t\t\r\n\nGrade 3\n')).toEqual([
    ['Grade 1', 'A', 'x'],
    ['Grade 2', '', 'y'],
    ['Grade 3', '', ''],
  ]);
});

test('typed lines: commas, else semicolons; within quotation marks neither separates, nor does a new line', () => {
  expect(cells('damn, mild , ***\n"a, ""b""",mild,*')).toEqual([
    ['damn', 'mild', '***'],
    ['a, "b"', 'mild', '*'],
  ]);
  expect(cells('damn;mild;***')).toEqual([['damn', 'mild', '***']]);
  expect(cells('"two\nlines"\tx\ty')).toEqual([['two\nlines', 'x', 'y']]);
});

test('a list of one column takes lines whole, commas and all', () => {
  expect(cells('Reading, writing\nArithmetic; geometry', one)).toEqual([['Reading, writing'], ['Arithmetic; geometry']]);
});

test('a first line of names of columns says their order and is no row; one that only looks a little like it is a row', () => {
  expect(cells('level\tName\nA\tdamn')).toEqual([['damn', 'A', undefined]]);
  expect(cells('Name\tLevel 7\tx')).toEqual([['Name', 'Level 7', 'x']]);
});

test('more cells than columns are counted, trailing empty ones are not', () => {
  expect(readTable('a,b,c,d', three)[0]?.tooMany).toBe(4);
  expect(readTable('a\tb\tc\t\t', three)[0]?.tooMany).toBeNull();
});

test('each line is kept as it was written; a lone quotation mark swallows nothing', () => {
  expect(readTable('5" nail, x\nsecond, y', three).map(({ text }) => text)).toEqual(['5" nail, x', 'second, y']);
  expect(cells('"a\nb', one)).toEqual([['"a'], ['b']]);
  expect(cells('كلمة\t詞\t***')).toEqual([['كلمة', '詞', '***']]);
});
