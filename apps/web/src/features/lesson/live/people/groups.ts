import { locale } from '../../../../base/language.ts';
import type { Roster } from '../lesson/model.ts';
import type { Move } from '@classwright/rules/live/figures/moves';

const MOVES_BY_NEED: readonly Move[] = ['right_to_wrong', 'kept_wrong', 'wrong_to_right', 'kept_right'];

export type RosterRow = Roster['students'][number];
export interface RosterGroup {
  kind: 'thinking' | 'not-answered' | 'answered' | Move | 'no-move';
  rows: readonly RosterRow[];
}

/**
 * Groups the students who are here in the order in which the teacher needs them: still thinking (or, once the form has
 * closed, without an answer), then answered. After the lesson the groups follow the moves from Form - 1A to Form - 1B,
 * those to talk to first: away from the right answer, still wrong, then found it, and had it. Each group is sorted by
 * name; an empty one is left out.
 */
export function groupStudents(students: readonly RosterRow[], state: 'open' | 'closed' | 'finished'): RosterGroup[] {
  const byName = students.toSorted((left, right) => left.name.localeCompare(right.name, locale()) || left.id - right.id);
  const groups: RosterGroup[] =
    state === 'finished'
      ? [
          ...MOVES_BY_NEED.map((move) => ({ kind: move, rows: byName.filter(({ moved }) => moved === move) })),
          { kind: 'no-move', rows: byName.filter(({ moved }) => moved === null) },
        ]
      : [
          { kind: state === 'open' ? 'thinking' : 'not-answered', rows: byName.filter(({ answered }) => !answered) },
          { kind: 'answered', rows: byName.filter(({ answered }) => answered) },
        ];
  return groups.filter(({ rows }) => rows.length > 0);
}
