import type { GradeValue } from '@classwright/rules/grading/acts';
import { findReturnProblem, type ReturnProblem, type SubmissionState } from '@classwright/rules/grading/submissions';
import { ask, askAll, type Tx } from '../../../platform/database/index.ts';
import { createTurns } from '../../../platform/workers/index.ts';
import { gradesSaved } from './events.ts';
import {
  CELL_BATCH_SIZE,
  type CellRow,
  insertStates,
  type LockedCell,
  lockCells,
  lockWorks,
  type NewCell,
  type WorkOfCell,
  writeAct,
} from './grades-queries.ts';

/** One act of a person on any number of grades of one class. */
export interface GradeAct {
  courseId: number;
  /** The author; null for the system. */
  accountId: number | null;
  /** The kind: `edit`, `excuse`, `return`, `unreturn`, `undo`, … `return` and `unreturn` change what students see. */
  kind: string;
  note?: string;
  undoes?: number;
  requestId: string | null;
  /** The origin; `here` by default. */
  origin?: string;
  /** True to change nothing if one of the cells cannot be changed. */
  isAllOrNothing?: boolean;
}

/** A change of a cell. `was`: the value that its author saw there; if it differs now, the change is refused. */
export type GradeChange = { submissionId: number; was?: GradeValue | undefined } & (
  | { set: 'draft'; draft: number | null }
  | { set: 'excused'; excused: boolean }
  | { set: 'returned'; isPaper: boolean }
  /** A fact from another system, which is refused for work that is graded only here. */
  | { set: 'outside'; draft: number | null; assigned: number | null }
  /**
   * Restores the earlier value; `revision`: the one that the cell must still have. `move`: the state to restore when a
   * return is undone or redone.
   */
  | {
      set: 'before';
      revision: number;
      draft: number | null;
      assigned: number | null;
      excused: boolean;
      move: { to: SubmissionState; returnedAt: 'now' | 'before' } | null;
    }
);

/** A given value: a grade, nothing, or an excuse. */
export type GivenGrade = { type: 'DRAFT_GRADE'; draftGrade: number | null } | { type: 'EXCUSED'; excused: boolean };

export const toGradeChange = (submissionId: number, given: GivenGrade, was: GradeValue | undefined): GradeChange =>
  given.type === 'EXCUSED' ? { submissionId, was, set: 'excused', excused: given.excused } : { submissionId, was, set: 'draft', draft: given.draftGrade };

export type GradeRefusal =
  | 'NOT_FOUND'
  | 'GRADE_CHANGED'
  | 'WORK_WITHOUT_POINTS'
  | 'GRADED_ELSEWHERE'
  | 'NOTHING_TO_RETURN'
  | 'RETURNED_ALREADY'
  | 'NOT_TURNED_IN'
  | 'HANDED_IN_AGAIN';

export interface SavedGrades {
  /** The act; null if nothing changed. */
  actId: number | null;
  /** The cells that have the requested values now, including those that had them already. */
  saved: CellRow[];
  /** The cells that this act changed. */
  changed: CellRow[];
  /** The refused cells. `cell` is null if there is none in this class, the work is unassigned, or it is archived. */
  refused: { submissionId: number; reason: GradeRefusal; cell: CellRow | null }[];
}

const REFUSAL_OF: Readonly<Record<ReturnProblem, GradeRefusal>> = {
  nothing: 'NOTHING_TO_RETURN',
  'not-turned-in': 'NOT_TURNED_IN',
  'returned-already': 'RETURNED_ALREADY',
};

const valueOf = ({ excused, draft_grade }: CellRow): GradeValue => (excused ? 'EX' : draft_grade);
const same = ({ id, draft_grade, assigned_grade, excused, state, grade_revision }: CellRow): NewCell => ({
  id,
  revision: grade_revision + 1,
  draft: draft_grade,
  assigned: assigned_grade,
  excused,
  state,
  returnedAt: 'same',
});

/** Returns the cell's new content, the reason why it cannot change, or null if it has the value already. */
function decide(cell: CellRow, change: GradeChange): NewCell | GradeRefusal | null {
  if (change.set === 'outside') {
    const { draft, assigned } = change;
    return draft === cell.draft_grade && assigned === cell.assigned_grade ? null : { ...same(cell), draft, assigned, excused: false };
  }
  if (cell.is_graded_elsewhere) return 'GRADED_ELSEWHERE';
  if (change.set === 'before') {
    if (cell.grade_revision !== change.revision) return 'GRADE_CHANGED';
    const { draft, assigned, excused, move } = change;
    if (move?.returnedAt === 'before' && cell.state !== 'RETURNED') return 'HANDED_IN_AGAIN';
    return { ...same(cell), draft, assigned, excused, state: move?.to ?? cell.state, returnedAt: move?.returnedAt ?? 'same' };
  }
  if (change.set === 'returned') {
    if (change.was !== undefined && change.was !== valueOf(cell)) return 'GRADE_CHANGED';
    const problem = findReturnProblem({ state: cell.state, draftGrade: cell.draft_grade, assignedGrade: cell.assigned_grade }, change.isPaper);
    return problem ? REFUSAL_OF[problem] : { ...same(cell), assigned: cell.draft_grade, state: 'RETURNED', returnedAt: 'now' };
  }
  // A number entered over EX replaces it, as in every cell.
  const next = change.set === 'draft' ? { draft: change.draft, excused: false } : { draft: cell.draft_grade, excused: change.excused };
  if (next.draft === cell.draft_grade && next.excused === cell.excused) return null;
  if (!cell.takes_grade) return 'WORK_WITHOUT_POINTS';
  if (change.was !== undefined && change.was !== valueOf(cell)) return 'GRADE_CHANGED';
  return { ...same(cell), ...next };
}

/**
 * Locks the works first and the submissions second, both by id, so that two graders wait for each other and never
 * deadlock. The two are joined here, since the cost of a database join of 20,000 rows depends on the planner's estimate
 * for a table that has just changed.
 */
async function holdCells(tx: Tx, courseId: number, ids: readonly number[]): Promise<Map<number, CellRow>> {
  const sorted = ids.toSorted((a, b) => a - b);
  const some = (from: number) => lockCells(courseId, sorted.slice(from, from + CELL_BATCH_SIZE));
  const [works, rows] = await askAll(tx, [lockWorks(ids), some(0)]);
  const cells = toHeldCells(works, rows);
  for (let from = CELL_BATCH_SIZE; from < sorted.length; from += CELL_BATCH_SIZE)
    for (const [id, cell] of toHeldCells(works, await ask(tx, some(from)))) cells.set(id, cell);
  return cells;
}

/** Locked cells of a class with the facts about their locked works, by their ids. */
export type HeldCells = ReadonlyMap<number, CellRow>;

/** Joins locked cells with the posted ones of their works. */
export function toHeldCells(works: ReadonlyMap<number, WorkOfCell>, rows: readonly LockedCell[]): Map<number, CellRow> {
  const cells = new Map<number, CellRow>();
  for (const row of rows) {
    const work = works.get(row.course_work_id);
    if (work !== undefined) cells.set(row.id, { ...row, ...work });
  }
  return cells;
}

/**
 * Saves grades; nothing else writes them. Locks the cells in the order of their ids, compares each with the value its
 * author saw, and writes rows, act and changes: one cell in one statement, 20,000 in ten. A refused cell is listed and
 * does not affect the others. Each cell may be named only once. `held`: the cells, if they are already locked.
 */
export async function saveGrades(tx: Tx, act: GradeAct, changes: readonly GradeChange[], held?: HeldCells): Promise<SavedGrades> {
  const ids = changes.map(({ submissionId }) => submissionId);
  const cells = held ?? (await holdCells(tx, act.courseId, ids));
  const turn = createTurns();
  const refused: SavedGrades['refused'] = [];
  const kept: CellRow[] = [];
  const next: { cell: CellRow; to: NewCell }[] = [];
  for (const change of changes) {
    const { submissionId } = change;
    const cell = cells.get(submissionId) ?? null;
    const outcome = cell === null || cell.assigned_at === null ? 'NOT_FOUND' : decide(cell, change);
    if (outcome === 'NOT_FOUND') refused.push({ submissionId, reason: outcome, cell: null });
    else if (typeof outcome === 'string') refused.push({ submissionId, reason: outcome, cell });
    else if (outcome === null && cell) kept.push(cell);
    else if (outcome !== null && cell) next.push({ cell, to: outcome });
    await turn();
  }
  if (next.length === 0 || (act.isAllOrNothing && refused.length > 0)) return { actId: null, saved: kept, changed: [], refused };
  const { origin = 'here', note = '', undoes = null } = act;
  const moved = next.filter(({ to }) => to.returnedAt !== 'same').map(({ to }) => to);
  const actId = await writeAct(
    tx,
    { ...act, note, undoes, cellCount: next.length },
    next.map(({ to }) => to),
  );
  if (moved.length > 0) await insertStates(tx, moved, { accountId: act.accountId, origin });
  const changed = next.map(({ cell, to }) => ({
    ...cell,
    draft_grade: to.draft,
    assigned_grade: to.assigned,
    excused: to.excused,
    state: to.state,
    grade_revision: to.revision,
  }));
  gradesSaved.announce(tx, {
    actId,
    courseId: act.courseId,
    kind: act.kind,
    origin,
    cells: changed.map((cell) => ({ submissionId: cell.id, courseWorkId: cell.course_work_id, accountId: cell.account_id, revision: cell.grade_revision })),
  });
  return { actId, saved: [...kept, ...changed], changed, refused };
}
