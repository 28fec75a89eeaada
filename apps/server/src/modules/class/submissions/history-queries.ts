import { sql } from 'kysely';
import { type Db, nameOrder } from '../../../platform/database/index.ts';

/** The scope of a history: a class, and optionally a student, a work, or both. */
export interface HistoryScope {
  courseId: number;
  accountId: number | null;
  workId: number | null;
}

export interface HistoryActRow {
  id: number;
  kind: string;
  at: Date;
  account_id: number | null;
  first_name: string | null;
  last_name: string | null;
  note: string;
  cell_count: number;
  undoes: number | null;
  undone_by: number | null;
}

const narrow = ({ accountId, workId }: HistoryScope) => sql`
  ${accountId === null ? sql`` : sql`AND submissions.account_id = ${accountId}`} ${workId === null ? sql`` : sql`AND submissions.course_work_id = ${workId}`}`;

/** Matches acts that changed a cell of the scope; for a work also those on its points. */
const touching = (scope: HistoryScope) => sql`
  (act.id IN (SELECT grade_changes.act_id FROM submissions JOIN grade_changes ON grade_changes.submission_id = submissions.id
               WHERE submissions.course_id = ${scope.courseId} ${narrow(scope)})
   ${scope.workId === null ? sql`` : sql`OR CASE WHEN act.kind = 'points' THEN (act.note::jsonb ->> 'course_work_id')::bigint = ${scope.workId} ELSE false END`})`;

/** Lists the acts of a class, newest first. */
export async function listActs(
  db: Db,
  { actId, before, ...scope }: HistoryScope & { actId: number | null; before: number | null },
  most: number,
): Promise<HistoryActRow[]> {
  const isNarrow = scope.accountId !== null || scope.workId !== null;
  const { rows } = await sql<HistoryActRow>`
    SELECT act.id, act.kind, act.at, act.account_id, people.first_name, people.last_name, act.note, act.cell_count, act.undoes, later.id AS undone_by
      FROM grade_acts act LEFT JOIN people ON people.id = act.account_id LEFT JOIN grade_acts later ON later.undoes = act.id
     WHERE act.course_id = ${scope.courseId} ${actId === null ? sql`` : sql`AND act.id = ${actId}`} ${before === null ? sql`` : sql`AND act.id < ${before}`}
       ${isNarrow ? sql`AND ${touching(scope)}` : sql``}
     ORDER BY act.id DESC LIMIT ${most}`.execute(db);
  return rows;
}

/** The numbers of works and students that an act changed, with one of each. */
export interface ActExtent {
  act_id: number;
  item_count: number;
  student_count: number;
  course_work_id: number;
  account_id: number;
}

/** Lists the extents of acts of a class. */
export async function listExtents(db: Db, courseId: number, actIds: readonly number[]): Promise<ActExtent[]> {
  const { rows } = await sql<ActExtent>`
    SELECT change.act_id, count(DISTINCT submissions.course_work_id)::integer AS item_count, count(DISTINCT submissions.account_id)::integer AS student_count,
           min(submissions.course_work_id) AS course_work_id, min(submissions.account_id) AS account_id
      FROM grade_changes change JOIN submissions ON submissions.id = change.submission_id
     WHERE change.act_id = ANY(${[...actIds]}::bigint[]) AND submissions.course_id = ${courseId}
     GROUP BY change.act_id`.execute(db);
  return rows;
}

export interface ChangeRow {
  act_id: number;
  course_work_id: number;
  account_id: number;
  draft: number | null;
  assigned: number | null;
  excused: boolean;
  draft_before: number | null;
  assigned_before: number | null;
  excused_before: boolean;
}

/** Lists the first changes by acts to the cells of a scope, newest act first. */
export async function listChangesOf(db: Db, scope: HistoryScope, actIds: readonly number[], most: number): Promise<ChangeRow[]> {
  const { rows } = await sql<ChangeRow>`
    SELECT change.act_id, submissions.course_work_id, submissions.account_id, change.draft, change.assigned, change.excused,
           earlier.draft AS draft_before, earlier.assigned AS assigned_before, coalesce(earlier.excused, false) AS excused_before
      FROM grade_changes change JOIN submissions ON submissions.id = change.submission_id
      LEFT JOIN LATERAL (
        SELECT draft, assigned, excused FROM grade_changes
         WHERE submission_id = change.submission_id AND revision = change.revision - 1 LIMIT 1) earlier ON true
     WHERE change.act_id = ANY(${[...actIds]}::bigint[]) AND submissions.course_id = ${scope.courseId} ${narrow(scope)}
     ORDER BY change.act_id DESC, submissions.course_work_id, submissions.account_id LIMIT ${most}`.execute(db);
  return rows;
}

/** Lists those of these works that belong to a class, including archived ones, in the order of the gradebook. */
export async function listItemNames(db: Db, courseId: number, ids: readonly number[]): Promise<{ id: number; title: string }[]> {
  const { rows } = await sql<{ id: number; title: string }>`
    SELECT id, title FROM work_facts WHERE course_id = ${courseId} AND id = ANY(${[...ids]}::bigint[]) ORDER BY due_at NULLS LAST, id`.execute(db);
  return rows;
}

/** Lists archived works of a class that were graded, in the order of the gradebook. */
export async function listFormerItems(db: Db, courseId: number): Promise<{ id: number; title: string }[]> {
  const { rows } = await sql<{ id: number; title: string }>`
    SELECT id, title FROM work_facts work
     WHERE course_id = ${courseId} AND archived_at IS NOT NULL AND EXISTS (
       SELECT FROM submissions JOIN grade_changes ON grade_changes.submission_id = submissions.id WHERE submissions.course_work_id = work.id)
     ORDER BY due_at NULLS LAST, id`.execute(db);
  return rows;
}

/** Lists students who have left a class and were graded in it, in natural order, last name first. */
export async function listFormerStudents(db: Db, courseId: number): Promise<{ id: number; first_name: string; last_name: string }[]> {
  const { rows } = await sql<{ id: number; first_name: string; last_name: string }>`
    SELECT people.id, first_name, last_name FROM class_standings student JOIN people ON people.id = student.account_id
     WHERE student.course_id = ${courseId} AND student.role = 'STUDENT' AND student.left_at IS NOT NULL AND EXISTS (
       SELECT FROM submissions JOIN grade_changes ON grade_changes.submission_id = submissions.id
        WHERE submissions.course_id = student.course_id AND submissions.account_id = student.account_id)
     ORDER BY ${nameOrder(null)}, people.id`.execute(db);
  return rows;
}

/** Lists these people in natural order, last name first. */
export async function listPeopleNames(db: Db, ids: readonly number[]): Promise<{ id: number; first_name: string; last_name: string }[]> {
  const { rows } = await sql<{ id: number; first_name: string; last_name: string }>`
    SELECT id, first_name, last_name FROM people WHERE id = ANY(${[...ids]}::bigint[])
     ORDER BY ${nameOrder(null)}, id`.execute(db);
  return rows;
}
