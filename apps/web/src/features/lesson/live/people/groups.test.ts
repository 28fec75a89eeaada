import { expect, test } from 'vitest';
import { groupStudents, type RosterRow } from './groups.ts';

const row = (id: number, name: string, answered: boolean): RosterRow => ({
  id,
  name,
  answered,
  responders: answered ? 1 : 0,
  logintime: null,
  connected: true,
  moved: null,
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

test('[B205] after the lesson those come first whom the discussion led away from the right answer, or left where they were', () => {
  const moved = ['kept_right', 'right_to_wrong', 'kept_wrong', null] as const;
  const finished = rows.map((one, index) => ({ ...one, moved: moved[index] ?? null }));
  expect(groupStudents(finished, 'finished').map(({ kind, rows: of }) => [kind, of.map(({ name }) => name)])).toEqual([
    ['right_to_wrong', ['Umar Farouq']],
    ['kept_wrong', ['Amara Diallo']],
    ['kept_right', ['Priya Nair']],
    ['no-move', ['Hugo Martins']],
  ]);
});

test('an empty group is left out', () => {
  expect(
    groupStudents(
      rows.filter(({ answered }) => answered),
      'open',
    ).map(({ kind }) => kind),
  ).toEqual(['answered']);
});
