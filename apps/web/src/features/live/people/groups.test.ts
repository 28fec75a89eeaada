import { expect, test } from 'vitest';
import { groupStudents, type RosterRow } from './groups.ts';

const row = (id: number, name: string, answered: boolean): RosterRow => ({
  id,
  name,
  answered,
  responders: answered ? 1 : 0,
  logintime: null,
  connected: true,
});
const rows = [row(1, 'Priya Nair', true), row(2, 'Umar Farouq', false), row(3, 'Amara Diallo', true), row(4, 'Hugo Martins', false)];
const names = (state: Parameters<typeof groupStudents>[1]) => groupStudents(rows, state).map(({ kind, rows: of }) => [kind, of.map(({ name }) => name)]);

test('those who still think stand first, each group by name', () => {
  expect(names('open')).toEqual([
    ['thinking', ['Hugo Martins', 'Umar Farouq']],
    ['answered', ['Amara Diallo', 'Priya Nair']],
  ]);
  expect(names('closed')[0]?.[0]).toBe('not-answered');
});

test('after the lesson there is one list, and an empty group is left out', () => {
  expect(names('finished')).toEqual([['took-part', ['Amara Diallo', 'Hugo Martins', 'Priya Nair', 'Umar Farouq']]]);
  expect(
    groupStudents(
      rows.filter(({ answered }) => answered),
      'open',
    ).map(({ kind }) => kind),
  ).toEqual(['answered']);
});
