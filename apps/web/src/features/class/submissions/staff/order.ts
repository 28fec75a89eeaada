import type { SubmissionRowView } from '@classwright/contract/class/submissions/calls';

export type StudentRow = SubmissionRowView;
type State = StudentRow['state'];

/** The states in display order: first what waits for the teacher. */
const ORDER: readonly State[] = ['TURNED_IN', 'CREATED', 'RETURNED'];

export interface Group {
  state: State;
  rows: readonly StudentRow[];
}

/** Groups students by state and keeps their order by name. Empty groups are left out. */
export function groupByState(rows: readonly StudentRow[]): Group[] {
  return ORDER.map((state) => ({ state, rows: rows.filter((row) => row.state === state) })).filter((group) => group.rows.length > 0);
}

/** Returns the students before and after one in the displayed list; null at its ends. */
export function neighborsOf(rows: readonly StudentRow[], id: number): { before: StudentRow | null; after: StudentRow | null; place: number; count: number } {
  const shown = groupByState(rows).flatMap((group) => group.rows);
  const at = shown.findIndex((row) => row.id === id);
  return { before: shown[at - 1] ?? null, after: shown[at + 1] ?? null, place: at + 1, count: shown.length };
}
