import { type RawBuilder, sql } from 'kysely';
import { type Db, nameOrder } from '../../../platform/database/index.ts';
import { createTurns } from '../../../platform/workers/index.ts';
import { createAligner, type PackedCells } from './cells.ts';

/** The requested items and students of a class. Undefined: no filter. */
export interface MatrixFilters {
  courseId: number;
  /** The periods that contain an item's day; empty: all. */
  spans: readonly { start_date: string; end_date: string }[];
  /** One day, or the first and the last of several. */
  dates: readonly string[];
  /** The category; 0: without one. */
  category: number | undefined;
  ids: readonly number[] | undefined;
  /** A range of indexes among the items that match the other filters. */
  columns: { from: number; to: number } | undefined;
  /** True to include items outside `columns`, without their cells. */
  withHeads?: boolean;
  /**
   * True to send items that differ in many cells as pairs of draft and returned grade, with a letter for each student.
   */
  withLetters?: boolean;
  gradeStatus: 'Grade' | 'Ungraded' | undefined;
  assignmentStatus: 'Submitted' | 'Overdue' | 'Late' | undefined;
  /** A range in percent of the maximum points, both ends included. */
  gradeStart: number | undefined;
  gradeEnd: number | undefined;
  /** True to include archived items. */
  withArchived?: boolean;
  /** True to include students who have left the class. */
  withLeft?: boolean;
}

const nothing = sql`true`;

/**
 * The day by which an item belongs to marking periods: its due date, or the day it was posted in the school's zone.
 */
export const periodDate = sql`coalesce(work.due_on, (work.posted_at AT TIME ZONE schools.time_zone)::date)`;

/** The status of the submission `given` of its item `work`, as a letter of `GradeCell.mark` (rules). */
export const mark = sql`
  CASE WHEN given.assigned_at IS NULL THEN '-'
       WHEN given.state = 'CREATED' THEN CASE WHEN work.due_at IS NULL OR does_due_time_count(work.due_at, work.posted_at, given.assigned_at) THEN 'c' ELSE 'n' END
       WHEN given.state = 'TURNED_IN' THEN CASE WHEN given.late THEN 'T' ELSE 't' END
       ELSE CASE WHEN given.late THEN 'R' ELSE 'r' END END`;

export function wantedItems({ courseId, spans, dates, category, ids, columns, withArchived = false }: MatrixFilters): RawBuilder<unknown> {
  const [first, last = first] = dates;
  return sql`
    SELECT work.id, work.title, work.due_on, work.due_time, work.due_at, ${periodDate} AS period_date, work.max_points, work.category_id, work.work_type,
           work.state, work.assessment_id, work.posted_at, work.archived_at
      FROM work_facts work JOIN class_facts ON class_facts.id = work.course_id JOIN schools ON schools.id = class_facts.school_id
     WHERE work.course_id = ${courseId} AND ${withArchived ? nothing : sql`work.archived_at IS NULL`}
       AND ${ids === undefined ? nothing : sql`work.id = ANY(${[...ids]}::bigint[])`}
       AND ${category === undefined ? nothing : sql`coalesce(work.category_id, 0) = ${category}`}
       AND ${first === undefined ? nothing : sql`work.due_on BETWEEN ${first}::date AND ${last}::date`}
       AND ${
         spans.length === 0
           ? nothing
           : sql`EXISTS (SELECT FROM unnest(${spans.map(({ start_date }) => start_date)}::date[], ${spans.map(({ end_date }) => end_date)}::date[]) AS span (start, stop)
                          WHERE ${periodDate} BETWEEN span.start AND span.stop)`
       }
     ORDER BY work.due_at NULLS LAST, work.id
     ${columns ? sql`LIMIT ${columns.to - columns.from + 1} OFFSET ${columns.from}` : sql``}`;
}

const filtersCells = ({ gradeStatus, assignmentStatus, gradeStart, gradeEnd }: MatrixFilters): boolean =>
  gradeStatus !== undefined || assignmentStatus !== undefined || gradeStart !== undefined || gradeEnd !== undefined;

/** The condition that a cell matches the filters. It uses `submission_facts` with its item `work` and the `moment`. */
function cellMatches({ gradeStatus, assignmentStatus, gradeStart, gradeEnd }: MatrixFilters): RawBuilder<unknown> {
  const parts: RawBuilder<unknown>[] = [sql`submission_facts.assigned_at IS NOT NULL`];
  if (gradeStatus === 'Grade') parts.push(sql`submission_facts.draft_grade IS NOT NULL`);
  if (gradeStatus === 'Ungraded') parts.push(sql`submission_facts.draft_grade IS NULL AND NOT submission_facts.excused`);
  if (assignmentStatus === 'Submitted') parts.push(sql`submission_facts.state <> 'CREATED'`);
  if (assignmentStatus === 'Late') parts.push(sql`submission_facts.late`);
  if (assignmentStatus === 'Overdue')
    parts.push(
      sql`work.state = 'PUBLISHED' AND is_overdue(submission_facts.state, submission_facts.excused, work.due_at, work.posted_at, submission_facts.assigned_at, moment.now)`,
    );
  if (gradeStart !== undefined) parts.push(sql`submission_facts.draft_grade * 100 >= ${gradeStart}::numeric * work.max_points`);
  if (gradeEnd !== undefined) parts.push(sql`submission_facts.draft_grade * 100 <= ${gradeEnd}::numeric * work.max_points`);
  return sql.join(parts, sql` AND `);
}

/**
 * Selects students of the class in natural order, including those who left when requested, only those with a matching
 * cell when cells are filtered, each with an index from 0.
 */
export function wantedStudents(filters: MatrixFilters): RawBuilder<unknown> {
  return sql`
    SELECT people.id AS account_id, people.first_name, people.last_name, people.email, student.left_at IS NOT NULL AS has_left,
           row_number() OVER (ORDER BY ${nameOrder('people')}, people.id) - 1 AS place
      FROM class_standings student JOIN people ON people.id = student.account_id
     WHERE student.course_id = ${filters.courseId} AND student.role = 'STUDENT' AND ${filters.withLeft ? nothing : sql`student.left_at IS NULL`}
       AND ${
         filtersCells(filters)
           ? sql`student.account_id IN (
               SELECT submission_facts.account_id FROM (${wantedItems({ ...filters, columns: undefined })}) work
                 JOIN submission_facts ON submission_facts.course_work_id = work.id CROSS JOIN (SELECT app_now() AS now) moment
                WHERE ${cellMatches(filters)})`
           : nothing
       }`;
}

export const studentsQuery = (filters: MatrixFilters): RawBuilder<unknown> => sql`
  SELECT account_id, first_name, last_name, has_left FROM (${wantedStudents(filters)}) student ORDER BY place`;

/** Selects all items: those in `columns` with their cells, the others without. */
const itemsAndHeads = (filters: MatrixFilters, { from, to }: NonNullable<MatrixFilters['columns']>): RawBuilder<unknown> => sql`
  SELECT item.*, row_number() OVER (ORDER BY item.due_at NULLS LAST, item.id) BETWEEN ${from + 1} AND ${to + 1} AS is_whole
    FROM (${wantedItems({ ...filters, columns: undefined })}) item`;

/** The items of an answer, in their order. `is_whole`: with its cells. */
const shownItems = (filters: MatrixFilters): RawBuilder<unknown> =>
  filters.columns && filters.withHeads ? itemsAndHeads(filters, filters.columns) : sql`SELECT item.*, true AS is_whole FROM (${wantedItems(filters)}) item`;

/** Selects the items of an answer without their cells. `is_whole`: the answer contains their cells. */
export const headsQuery = (filters: MatrixFilters): RawBuilder<unknown> => sql`
  SELECT work.id, work.title, work.due_on::text AS due_date, to_char(work.due_time, 'HH24:MI') AS "dueTime", work.due_at, work.period_date::text AS period_date,
         work.max_points::float8 AS "maxPoints", work.category_id, work.work_type AS "workType", work.state, work.assessment_id,
         work.is_whole
    FROM (${shownItems(filters)}) work ORDER BY work.due_at NULLS LAST, work.id`;

/** The number of cells read in one go: about 3 ms of the database, and as many of this process. */
const CELLS_AT_ONCE = 10_000;

/** The way items are read: for a class of so many people, with a pause after each block of items but the last. */
export interface Reading {
  people: number;
  pause: () => Promise<void>;
}

/**
 * Reads the cells of these items, in this order, of all who ever had the work, a block of items at a time. They come
 * from the index of `submissions` alone. Within a block, accounts are sent once for all items in a row that have the same ones.
 */
export async function* readPackedCells(db: Db, works: readonly number[], { people, pause }: Reading): AsyncGenerator<PackedCells> {
  const atOnce = Math.max(1, Math.floor(CELLS_AT_ONCE / Math.max(1, people)));
  for (let from = 0; from < works.length; from += atOnce) {
    if (from > 0) await pause();
    yield* await listPackedCells(db, works.slice(from, from + atOnce));
  }
}

async function listPackedCells(db: Db, works: number[]): Promise<PackedCells[]> {
  const { rows } = await sql<PackedCells>`
    SELECT packed.cells, packed.untimely,
           CASE WHEN packed.accounts IS DISTINCT FROM lag(packed.accounts) OVER (ORDER BY wanted.place) THEN array_to_json(packed.accounts) END AS accounts,
           (SELECT json_agg(note.account_id) FROM submission_notes note WHERE note.course_work_id = work.id) AS noted
      FROM unnest(${works}::bigint[]) WITH ORDINALITY AS wanted (id, place) JOIN work_facts work ON work.id = wanted.id
      LEFT JOIN LATERAL (
        SELECT array_agg(given.account_id) AS accounts, string_agg(given.cell, ',') AS cells,
               json_agg(given.account_id) FILTER (WHERE work.due_at < given.assigned_at AND NOT does_due_time_count(work.due_at, work.posted_at, given.assigned_at)) AS untimely
          FROM submission_facts given WHERE given.course_work_id = work.id) packed ON true
     ORDER BY wanted.place`.execute(db);
  return rows;
}

/** One item with its cells, as Node reads them. */
export interface ItemCells {
  id: number;
  title: string;
  due_date: string | null;
  dueTime: string | null;
  due_at: Date | null;
  period_date: string | null;
  maxPoints: number | null;
  category_id: number | null;
  workType: string;
  state: 'PUBLISHED' | 'DRAFT';
  assessment_id: number | null;
  draft: (number | null)[];
  marks: string;
  excused: number[];
}

type ItemHead = Omit<ItemCells, 'draft' | 'marks' | 'excused'>;

/** Returns items with their cells in the order of `students`, accounts of the class. It pauses for other work of the process. */
export async function listItemCells(db: Db, filters: MatrixFilters, students: readonly number[], pause: Reading['pause']): Promise<ItemCells[]> {
  const { rows } = await sql<ItemHead>`
    SELECT id, title, due_date, "dueTime", due_at, period_date, "maxPoints", category_id, "workType", state, assessment_id
      FROM (${headsQuery(filters)}) item ORDER BY due_at NULLS LAST, id`.execute(db);
  const align = createAligner(students);
  const turn = createTurns();
  const items: ItemCells[] = [];
  const works = rows.map(({ id }) => id);
  for await (const packed of readPackedCells(db, works, { people: students.length, pause })) {
    const { draft, marks, excused } = align(packed);
    items.push({ ...rows[items.length]!, draft: draft.map((grade) => (grade === 'null' ? null : Number(grade))), marks: marks.join(''), excused });
    await turn();
  }
  return items;
}

/** Returns the ids of the items of an answer, including those without cells, in their order. */
export async function listItemIds(db: Db, filters: MatrixFilters): Promise<number[]> {
  const shown = filters.withHeads ? { ...filters, columns: undefined } : filters;
  const { rows } = await sql<{ id: number }>`SELECT id FROM (${wantedItems(shown)}) work ORDER BY due_at NULLS LAST, id`.execute(db);
  return rows.map(({ id }) => id);
}

export interface StudentRow {
  account_id: number;
  first_name: string;
  last_name: string;
  has_left: boolean;
}

export async function listStudents(db: Db, filters: MatrixFilters): Promise<StudentRow[]> {
  const { rows } = await sql<StudentRow>`
    SELECT account_id, first_name, last_name, has_left FROM (${wantedStudents(filters)}) student ORDER BY place`.execute(db);
  return rows;
}
