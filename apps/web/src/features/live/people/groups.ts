import type { Roster } from '../lesson/model.ts';

export type RosterRow = Roster['students'][number];
export interface RosterGroup {
  kind: 'thinking' | 'not-answered' | 'answered' | 'took-part';
  rows: readonly RosterRow[];
}

/**
 * Those who are here, in the order of what the teacher does next: still thinking (or, once the form has closed, without
 * an answer) above answered. After the lesson one list. Each by name; an empty group is left out.
 */
export function groupStudents(students: readonly RosterRow[], state: 'open' | 'closed' | 'finished'): RosterGroup[] {
  const byName = students.toSorted((left, right) => left.name.localeCompare(right.name) || left.id - right.id);
  const groups: RosterGroup[] =
    state === 'finished'
      ? [{ kind: 'took-part', rows: byName }]
      : [
          { kind: state === 'open' ? 'thinking' : 'not-answered', rows: byName.filter(({ answered }) => !answered) },
          { kind: 'answered', rows: byName.filter(({ answered }) => answered) },
        ];
  return groups.filter(({ rows }) => rows.length > 0);
}
