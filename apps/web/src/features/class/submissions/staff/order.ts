import type { SubmissionRowView } from '@classwright/contract/class/submissions/calls';

export type Row = SubmissionRowView;
type State = Row['state'];

/** What waits for the teacher comes first. */
const ORDER: readonly State[] = ['TURNED_IN', 'CREATED', 'RETURNED'];

export interface Group {
  state: State;
  rows: readonly Row[];
}

/** Students by state, each group by name as it came; groups of nobody are left out. */
export function groupByState(rows: readonly Row[]): Group[] {
  return ORDER.map((state) => ({ state, rows: rows.filter((row) => row.state === state) })).filter((group) => group.rows.length > 0);
}

/** Who stands before and after somebody in the list as it is shown; null at its ends. */
export function neighboursOf(rows: readonly Row[], id: number): { before: Row | null; after: Row | null; place: number; count: number } {
  const shown = groupByState(rows).flatMap((group) => group.rows);
  const at = shown.findIndex((row) => row.id === id);
  return { before: shown[at - 1] ?? null, after: shown[at + 1] ?? null, place: at + 1, count: shown.length };
}
