import { expect, test } from 'vitest';
import { chooseColumns, type Column, fillColumns } from './columns.ts';

interface Row {
  name: string;
  room: string | null;
  asked: number;
  school: string;
  made: string;
}
const columns: Column<Row>[] = [
  { key: 'name', header: 'Name', cell: ({ name }) => name },
  { key: 'room', header: 'Room', cell: ({ room }) => room },
  { key: 'asked', header: 'Asked', cell: ({ asked }) => asked },
  { key: 'school', header: 'School', differs: true, cell: ({ school }) => school },
  { key: 'made', header: 'Made', extra: true, cell: ({ made }) => made },
];
const row = (of: Partial<Row> = {}): Row => ({ name: 'Lamps', room: null, asked: 0, school: 'Rowan Bridge', made: 'Mon', ...of });
const keys = (all: readonly Column<Row>[]) => all.map(({ key }) => key);
const by = (column: string) => ({ column, direction: 'asc', onSort: () => undefined }) as const;

test('[B2588] a column that is empty for every row is not drawn; the heading and the sorted column stay', () => {
  expect(keys(fillColumns(columns, [row(), row()], undefined))).toEqual(['name', 'school', 'made']);
  expect(keys(fillColumns(columns, [row(), row({ room: 'Lab 2', asked: 3 })], undefined))).toEqual(['name', 'room', 'asked', 'school', 'made']);
  expect(keys(fillColumns(columns, [row({ name: '' })], by('room')))).toEqual(['name', 'room', 'school', 'made']);
});

test('[B2588] a column that few people look for, or that says the same of every row, waits until all are asked for', () => {
  expect(keys(chooseColumns(columns, [row(), row()], undefined))).toEqual(['name', 'room', 'asked']);
  expect(keys(chooseColumns(columns, [row(), row({ school: 'Hill' })], undefined))).toEqual(['name', 'room', 'asked', 'school']);
  expect(keys(chooseColumns(columns, [row(), row()], by('school')))).toEqual(['name', 'room', 'asked', 'school']);
  // a single row has nothing in common with others
  expect(keys(chooseColumns(columns, [row()], undefined))).toEqual(['name', 'room', 'asked', 'school']);
});
