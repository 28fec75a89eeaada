import type { SubmissionRowView } from '@classwright/contract/class/submissions/calls';

export type Row = SubmissionRowView;
type State = Row['state'];

/** The states in display order: first what waits for the teacher. */
const ORDER: readonly State[] = ['TURNED_IN', 'CREATED', 'RETURNED'];

export interface Group {
  state: State;
  rows: readonly Row[];
}

/** Groups students by state and keeps their order by name. Empty groups are left out. */
export function groupByState(rows: readonly Row[]): Group[] {
  return ORDER.map((state) => ({ state, rows: rows.filter((row) => row.state === state) })).filter((group) => group.rows.length > 0);
}

/** Returns the students before and after one in the displayed list; null at its ends. */
export function neighborsOf(rows: readonly Row[], id: number): { before: Row | null; after: Row | null; place: number; count: number } {
  const shown = groupByState(rows).flatMap((group) => group.rows);
  const at = shown.findIndex((row) => row.id === id);
  return { before: shown[at - 1] ?? null, after: shown[at + 1] ?? null, place: at + 1, count: shown.length };
}
