import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/index.ts';
import { type MatrixFilters, wantedItems, wantedStudents } from '../matrix-queries.ts';
import type { FileStudent } from './queries.ts';

/** Returns students in the gradebook's order. */
export async function listExportStudents(db: Db, filters: MatrixFilters): Promise<FileStudent[]> {
  const { rows } = await sql<FileStudent>`
    SELECT account_id, first_name, last_name, email, has_left FROM (${wantedStudents(filters)}) student ORDER BY place`.execute(db);
  return rows;
}

/** An item without its grades. */
export interface ExportItem {
  id: number;
  title: string;
  due_at: Date | null;
  period_date: string | null;
  maxPoints: number | null;
  category_id: number | null;
  workType: string;
  state: 'PUBLISHED' | 'DRAFT';
  is_archived: boolean;
}

/** Returns items in the gradebook's order. */
export async function listExportItems(db: Db, filters: MatrixFilters): Promise<ExportItem[]> {
  const { rows } = await sql<ExportItem>`
    SELECT id, title, due_at, period_date::text AS period_date, max_points::float8 AS "maxPoints", category_id, work_type AS "workType", state,
           archived_at IS NOT NULL AS is_archived
      FROM (${wantedItems(filters)}) work ORDER BY due_at NULLS LAST, id`.execute(db);
  return rows;
}

/** Returns the given items that have a private note about any of these students. */
export async function listNotedItems(db: Db, itemIds: readonly number[], accountIds: readonly number[]): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT course_work_id AS id FROM submission_notes
     WHERE course_work_id = ANY(${[...itemIds]}::bigint[]) AND account_id = ANY(${[...accountIds]}::bigint[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Returns the private notes of these items about these students, by item within a student. */
export async function listNotes(db: Db, itemIds: readonly number[], accountIds: readonly number[]): Promise<Map<number, Map<number, string>>> {
  const notes = new Map<number, Map<number, string>>();
  if (itemIds.length === 0) return notes;
  const { rows } = await sql<{ account_id: number; course_work_id: number; note: string }>`
    SELECT account_id, course_work_id, note FROM submission_notes
     WHERE course_work_id = ANY(${[...itemIds]}::bigint[]) AND account_id = ANY(${[...accountIds]}::bigint[])`.execute(db);
  for (const { account_id, course_work_id, note } of rows) {
    const ofStudent = notes.get(account_id) ?? new Map<number, string>();
    notes.set(account_id, ofStudent.set(course_work_id, note));
  }
  return notes;
}

/** The grades of one student as the database packs them. */
export interface ExportCells {
  account_id: number;
  works: number[];
  /** The cells of `works` (`submissions.cell`), joined by commas. */
  cells: string;
  /** Works that were assigned to the student after they were due, in any state. Null: none. */
  untimely: number[] | null;
}

/** Returns these students' submissions of a class's work that is theirs, one row per student. */
export async function listExportCells(db: Db, courseId: number, accountIds: readonly number[]): Promise<ExportCells[]> {
  const { rows } = await sql<ExportCells>`
    SELECT given.account_id, json_agg(given.course_work_id) AS works, string_agg(given.cell, ',') AS cells,
           json_agg(work.id) FILTER (WHERE work.due_at < given.assigned_at AND NOT does_due_time_count(work.due_at, work.posted_at, given.assigned_at)) AS untimely
      FROM submission_facts given JOIN work_facts work ON work.id = given.course_work_id
     WHERE given.course_id = ${courseId} AND given.account_id = ANY(${[...accountIds]}::bigint[]) AND given.assigned_at IS NOT NULL
     GROUP BY given.account_id`.execute(db);
  return rows;
}
