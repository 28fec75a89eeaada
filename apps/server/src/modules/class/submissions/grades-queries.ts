import type { SubmissionState } from '@classwright/rules/grading/submissions';
import { type RawBuilder, sql } from 'kysely';
import { anyLength, ask, type Db, type Question, type Tx } from '../../../platform/database/index.ts';
import { isAnsweredElsewhere } from './work-queries.ts';

/** A cell of the gradebook: one student's grade of one work. */
export interface CellRow {
  id: number;
  account_id: number;
  course_work_id: number;
  state: SubmissionState;
  late: boolean;
  assigned_at: Date | null;
  draft_grade: number | null;
  assigned_grade: number | null;
  excused: boolean;
  grade_revision: number;
  /** False when its work has no points, so that it takes no grade. */
  takes_grade: boolean;
  /** True when its work was made and is graded elsewhere. */
  is_graded_elsewhere: boolean;
}

/** The facts about a cell that depend on its work. */
export type WorkOfCell = Pick<CellRow, 'takes_grade' | 'is_graded_elsewhere'>;

/** The number of cells in one statement: the database's rows are processed in one stretch, which delays lessons. */
export const CELL_BATCH_SIZE = 2_000;

type WorkRow = WorkOfCell & { id: number; is_posted: boolean };
const workColumns = sql`id, is_posted, max_points IS NOT NULL AND work_type <> 'MATERIAL' AS takes_grade, ${isAnsweredElsewhere} AS is_graded_elsewhere`;
const readWorks = (rows: WorkRow[]): Map<number, WorkOfCell> =>
  new Map(rows.filter(({ is_posted }) => is_posted).map(({ id, takes_grade, is_graded_elsewhere }) => [id, { takes_grade, is_graded_elsewhere }]));

/**
 * Locks the works of submissions in the order of their ids, and asks for the posted ones: if they take grades, and if
 * here.
 */
export function lockWorks(submissionIds: readonly number[]): Question<WorkRow, Map<number, WorkOfCell>> {
  const statement = sql<WorkRow>`
    SELECT ${workColumns} FROM work_facts
     WHERE id IN (SELECT course_work_id FROM submissions WHERE id = ANY(${anyLength(submissionIds, 'bigint')})) ORDER BY id FOR SHARE`;
  return { statement, read: readWorks };
}

/** Locks one work of a class, and asks for it as `lockWorks` does. */
export function lockWork(courseId: number, workId: number): Question<WorkRow, Map<number, WorkOfCell>> {
  return { statement: sql<WorkRow>`SELECT ${workColumns} FROM work_facts WHERE id = ${workId} AND course_id = ${courseId} FOR SHARE`, read: readWorks };
}

export type LockedCell = Omit<CellRow, keyof WorkOfCell>;
const lockedColumns = sql`id, account_id, course_work_id, state, late, assigned_at, draft_grade, assigned_grade, excused, grade_revision`;

/** Locks submissions of a class in the order of their ids. */
export function lockCells(courseId: number, ids: readonly number[]): Question<LockedCell, LockedCell[]> {
  const statement = sql<LockedCell>`
    SELECT ${lockedColumns} FROM submissions
     WHERE id = ANY(${anyLength(ids, 'bigint')}) AND course_id = ${courseId} ORDER BY id FOR UPDATE`;
  return { statement, read: (rows) => rows };
}

/**
 * Locks the one submission of a class that its own id or its student names, if it is that of a current member; null if
 * there is none.
 */
export function lockNamed(
  courseId: number,
  { courseWorkId, submissionId, accountId }: Named,
): Question<LockedCell & { is_student: boolean }, LockedCell | null> {
  const named =
    submissionId === null ? sql`account_id = ${accountId}` : sql`id = ${submissionId} AND (${accountId}::bigint IS NULL OR account_id = ${accountId})`;
  const statement = sql<LockedCell & { is_student: boolean }>`
    SELECT ${lockedColumns},
           EXISTS (SELECT FROM class_students student WHERE student.course_id = submissions.course_id AND student.account_id = submissions.account_id) AS is_student
      FROM submissions WHERE course_work_id = ${courseWorkId} AND ${named} AND course_id = ${courseId} FOR UPDATE`;
  return { statement, read: ([cell]) => (cell?.is_student ? cell : null) };
}

export interface Named {
  courseWorkId: number;
  submissionId: number | null;
  accountId: number | null;
}

/**
 * Finds the submission that each of these names, by its own id or by its student, for current members of the class;
 * null if there is none. Each is looked up separately in an index: the cost of joining 20,000 names depends on the
 * planner's estimate for a table that has just grown, and took half a minute.
 */
export async function findNamed(db: Db, courseId: number, named: readonly Named[]): Promise<(number | null)[]> {
  const found: (number | null)[] = [];
  for (let from = 0; from < named.length; from += CELL_BATCH_SIZE)
    found.push(...(await ask(db, askNamed(courseId, named.slice(from, from + CELL_BATCH_SIZE)))));
  return found;
}

interface FoundRow {
  place: number;
  id: number;
  is_student: boolean;
}

/** The question of `findNamed`, for a few thousand at most. */
function askNamed(courseId: number, named: readonly Named[]): Question<FoundRow, (number | null)[]> {
  const given = JSON.stringify(
    named.map(({ courseWorkId, submissionId, accountId }, place) => ({ place, work: courseWorkId, submission: submissionId, account: accountId })),
  );
  const statement = sql<FoundRow>`
    SELECT given.place, found.id,
           EXISTS (SELECT FROM class_students student WHERE student.course_id = found.course_id AND student.account_id = found.account_id) AS is_student
      FROM json_to_recordset(${given}::json) AS given (place integer, work bigint, submission bigint, account bigint)
     CROSS JOIN LATERAL (
       (SELECT id, account_id, course_id FROM submissions
         WHERE given.submission IS NULL AND course_work_id = given.work AND account_id = given.account LIMIT 1)
       UNION ALL
       (SELECT id, account_id, course_id FROM submissions
         WHERE id = given.submission AND course_work_id = given.work AND (given.account IS NULL OR account_id = given.account) LIMIT 1)) found
     WHERE found.course_id = ${courseId}`;
  const read = (rows: FoundRow[]): (number | null)[] => {
    const ids = named.map((): number | null => null);
    for (const { place, id, is_student } of rows) if (is_student) ids[place] = id;
    return ids;
  };
  return { statement, read };
}

/** Returns those of these whose student has left the class. */
export async function listLeft<One extends Pick<Named, 'submissionId' | 'accountId'>>(db: Db, courseId: number, named: readonly One[]): Promise<Set<One>> {
  if (named.length === 0) return new Set();
  const accounts = named.flatMap(({ accountId }) => accountId ?? []);
  const submissions = named.flatMap(({ submissionId }) => submissionId ?? []);
  const { rows } = await sql<{ account_id: number; submission_id: number | null }>`
    SELECT student.account_id, found.id AS submission_id FROM class_standings student
      LEFT JOIN submissions found ON found.account_id = student.account_id AND found.course_id = student.course_id AND found.id = ANY(${submissions}::bigint[])
     WHERE student.course_id = ${courseId} AND student.role = 'STUDENT' AND student.left_at IS NOT NULL
       AND (found.id IS NOT NULL OR student.account_id = ANY(${accounts}::bigint[]))`.execute(db);
  const left = { accounts: new Set<number | null>(), submissions: new Set<number | null>() };
  for (const { account_id, submission_id } of rows) {
    left.accounts.add(account_id);
    if (submission_id !== null) left.submissions.add(submission_id);
  }
  return new Set(named.filter(({ accountId, submissionId }) => left.accounts.has(accountId) || left.submissions.has(submissionId)));
}

/** Lists the current students of a class. */
export async function listStudentsNow(db: Db, courseId: number): Promise<Set<number>> {
  const { rows } = await sql<{ account_id: number }>`SELECT account_id FROM class_students WHERE course_id = ${courseId}`.execute(db);
  return new Set(rows.map(({ account_id }) => account_id));
}

export interface NewAct {
  courseId: number;
  accountId: number | null;
  kind: string;
  note: string;
  cellCount: number;
  undoes: number | null;
  requestId: string | null;
}

export async function insertAct(tx: Tx, act: NewAct): Promise<number> {
  const row = await tx
    .insertInto('grade_acts')
    .values({
      course_id: act.courseId,
      account_id: act.accountId,
      kind: act.kind,
      note: act.note,
      cell_count: act.cellCount,
      undoes: act.undoes,
      request_id: act.requestId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** The new content of a cell. */
export interface NewCell {
  id: number;
  revision: number;
  draft: number | null;
  assigned: number | null;
  excused: boolean;
  state: SubmissionState;
  /** The return time. `now`: this act returns it; `before`: as before the last return; `same`: unchanged. */
  returnedAt: 'now' | 'before' | 'same';
}

/** Stores an act, its cells and their changes, in one statement for a few thousand. Returns the act's id. */
export async function writeAct(tx: Tx, act: NewAct, cells: readonly NewCell[]): Promise<number> {
  const { courseId, accountId, kind, note, cellCount, undoes, requestId } = act;
  const inserted = sql`
    INSERT INTO grade_acts (course_id, account_id, kind, note, cell_count, undoes, request_id)
    VALUES (${courseId}, ${accountId}, ${kind}, ${note}, ${cellCount}, ${undoes}, ${requestId}) RETURNING id`;
  const id = await writeCells(tx, inserted, cells.slice(0, CELL_BATCH_SIZE));
  for (let from = CELL_BATCH_SIZE; from < cells.length; from += CELL_BATCH_SIZE)
    await writeCells(tx, sql`SELECT ${id}::bigint AS id`, cells.slice(from, from + CELL_BATCH_SIZE));
  return id;
}

/**
 * Stores cells. `act`: a statement that returns the id of the act. The cells are found by their ids, even if the
 * planner expects fewer.
 */
async function writeCells(tx: Tx, act: RawBuilder<unknown>, cells: readonly NewCell[]): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    WITH given AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(cells)}::json)
        AS given (id bigint, revision integer, draft numeric, assigned numeric, excused boolean, state text, "returnedAt" text)),
    act AS (${act}),
    written AS (
      UPDATE submissions
         SET grade_revision = given.revision, draft_grade = given.draft, assigned_grade = given.assigned, excused = given.excused, state = given.state,
             returned_at = CASE given."returnedAt"
               WHEN 'now' THEN app_now()
               WHEN 'before' THEN (SELECT max(history.at) FROM submission_history history WHERE history.submission_id = given.id AND history.state = 'RETURNED'
                 AND history.id < (SELECT max(newest.id) FROM submission_history newest WHERE newest.submission_id = given.id))
               ELSE submissions.returned_at END
        FROM given WHERE submissions.id = given.id AND submissions.id = ANY(${anyLength(
          cells.map(({ id }) => id),
          'bigint',
        )})),
    noted AS (
      INSERT INTO grade_changes (submission_id, revision, act_id, draft, assigned, excused, state)
      SELECT given.id, given.revision, act.id, given.draft, given.assigned, given.excused, given.state FROM given, act)
    SELECT id FROM act`.execute(tx);
  return (rows[0] as { id: number }).id;
}

/** Records in the history that an act has changed the state of submissions. */
export async function insertStates(tx: Tx, cells: readonly Pick<NewCell, 'id' | 'state'>[], by: { accountId: number | null; origin: string }): Promise<void> {
  await sql`
    INSERT INTO submission_history (submission_id, account_id, state, late, origin)
    SELECT submissions.id, ${by.accountId}, given.state, submissions.late, ${by.origin}
      FROM unnest(${cells.map(({ id }) => id)}::bigint[], ${cells.map(({ state }) => state)}::text[]) AS given (id, state)
      JOIN submissions ON submissions.id = given.id`.execute(tx);
}

/** Counts the students with a grade of a work, including drafts. */
export async function countGradesOf(db: Db, workId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM submission_grades WHERE course_work_id = ${workId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Lists the maximum points of a work before each change, oldest first. */
export async function listPointsBefore(db: Db, courseId: number, workId: number): Promise<{ act_id: number; points: number | null }[]> {
  const { rows } = await sql<{ act_id: number; points: number | null }>`
    SELECT id AS act_id, (note::jsonb ->> 'from')::numeric AS points FROM grade_acts
     WHERE course_id = ${courseId} AND CASE WHEN kind = 'points' THEN (note::jsonb ->> 'course_work_id')::bigint = ${workId} ELSE false END
     ORDER BY id`.execute(db);
  return rows;
}

export interface LastChange {
  submission_id: number;
  at: Date;
  first_name: string | null;
  last_name: string | null;
}

/** Returns the author and time of each cell's last change. */
export async function listLastChanges(db: Db, ids: readonly number[]): Promise<Map<number, LastChange>> {
  const { rows } = await sql<LastChange>`
    SELECT DISTINCT ON (grade_changes.submission_id) grade_changes.submission_id, grade_acts.at, people.first_name, people.last_name
      FROM grade_changes JOIN grade_acts ON grade_acts.id = grade_changes.act_id LEFT JOIN people ON people.id = grade_acts.account_id
     WHERE grade_changes.submission_id = ANY(${[...ids]}::bigint[])
     ORDER BY grade_changes.submission_id, grade_changes.revision DESC`.execute(db);
  return new Map(rows.map((row) => [row.submission_id, row]));
}

export interface ActRow {
  id: number;
  course_id: number;
  kind: string;
  undone_by: number | null;
}

/** Locks an act until commit, so that two people who undo it take turns. */
export async function lockAct(tx: Tx, id: number): Promise<ActRow | null> {
  await sql`SELECT FROM grade_acts WHERE id = ${id} FOR UPDATE`.execute(tx);
  const { rows } = await sql<ActRow>`
    SELECT act.id, act.course_id, act.kind, later.id AS undone_by FROM grade_acts act LEFT JOIN grade_acts later ON later.undoes = act.id
     WHERE act.id = ${id}`.execute(tx);
  return rows[0] ?? null;
}

/** Lists the act, the one that it undoes, the one that this undoes, and so on. */
export async function listActChain(db: Db, id: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    WITH RECURSIVE chain AS (
      SELECT id, undoes FROM grade_acts WHERE id = ${id}
      UNION ALL SELECT earlier.id, earlier.undoes FROM grade_acts earlier JOIN chain ON chain.undoes = earlier.id)
    SELECT id FROM chain`.execute(db);
  return rows.map((row) => row.id);
}

const stateBefore = sql`coalesce((SELECT history.state FROM submission_history history WHERE history.submission_id = change.submission_id
  ORDER BY history.id DESC OFFSET 1 LIMIT 1), 'CREATED')`;

/** The content of cells before an act, in columns, with the revision that the act gave each of them. */
export interface BeforeCells {
  ids: number[];
  revisions: number[];
  drafts: (number | null)[];
  assigned: (number | null)[];
  excused: boolean[];
  /** The state before the newest change of state, for a return. */
  states: SubmissionState[];
}

/** Reads the cells as one row that the database builds: reading 20,000 rows would delay everybody else. */
export async function findBefore(db: Db, actId: number, isReturn: boolean): Promise<BeforeCells> {
  const { rows } = await sql<BeforeCells>`
    SELECT coalesce(json_agg(submission_id), '[]') AS ids, coalesce(json_agg(revision), '[]') AS revisions, coalesce(json_agg(draft), '[]') AS drafts,
           coalesce(json_agg(assigned), '[]') AS assigned, coalesce(json_agg(excused), '[]') AS excused, coalesce(json_agg(state), '[]') AS states
      FROM (
        SELECT change.submission_id, change.revision, earlier.draft, earlier.assigned, coalesce(earlier.excused, false) AS excused,
               ${isReturn ? stateBefore : sql`change.state`} AS state
          FROM grade_changes change
          LEFT JOIN grade_changes earlier ON earlier.submission_id = change.submission_id AND earlier.revision = change.revision - 1
         WHERE change.act_id = ${actId} ORDER BY change.submission_id) before`.execute(db);
  return rows[0] as BeforeCells;
}
