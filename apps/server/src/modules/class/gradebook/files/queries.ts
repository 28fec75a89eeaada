import { sql } from 'kysely';
import type { Db } from '../../../../platform/database/index.ts';

export interface FileStudent {
  account_id: number;
  first_name: string;
  last_name: string;
  email: string;
  has_left: boolean;
}

export interface FileItem {
  id: number;
  title: string;
  max_points: number | null;
  /** True when it has points and is not material. */
  takes_grade: boolean;
}

/** A class with the data that a file of its grades needs. */
export interface FileClass {
  id: number;
  /** The current students, and those who left. */
  students: FileStudent[];
  /** The items that are not archived. */
  items: FileItem[];
}

export async function loadFileClass(db: Db, courseId: number): Promise<FileClass> {
  const students = await sql<FileStudent>`
    SELECT people.id AS account_id, people.first_name, people.last_name, people.email, student.left_at IS NOT NULL AS has_left
      FROM class_standings student JOIN people ON people.id = student.account_id WHERE student.course_id = ${courseId} AND student.role = 'STUDENT'`.execute(
    db,
  );
  const items = await sql<FileItem>`
    SELECT id, title, max_points, max_points IS NOT NULL AND work_type <> 'MATERIAL' AS takes_grade
      FROM work_facts WHERE course_id = ${courseId} AND archived_at IS NULL`.execute(db);
  return { id: courseId, students: students.rows, items: items.rows };
}

/** The grades of one student, in columns. */
export interface StudentCells {
  account_id: number;
  ids: number[];
  works: number[];
  drafts: (number | null)[];
  /** One character each: `1` excused, `0` not. */
  excused: string;
}

/** Returns these students' submissions of a class's work that is theirs, one row per student. */
export async function listStudentCells(db: Db, courseId: number, accountIds: readonly number[]): Promise<StudentCells[]> {
  const { rows } = await sql<StudentCells>`
    SELECT account_id, json_agg(id) AS ids, json_agg(course_work_id) AS works, json_agg(draft_grade::float8) AS drafts,
           string_agg(CASE WHEN excused THEN '1' ELSE '0' END, '') AS excused
      FROM submission_facts WHERE course_id = ${courseId} AND account_id = ANY(${[...accountIds]}::bigint[]) AND assigned_at IS NOT NULL
     GROUP BY account_id`.execute(db);
  return rows;
}

/** A cell that was changed after a moment: its value then, and who changed it last. */
export interface ChangedSince {
  submission_id: number;
  draft: number | null;
  excused: boolean;
  at: Date;
  first_name: string | null;
  last_name: string | null;
}

export async function listChangedSince(db: Db, submissionIds: readonly number[], since: Date): Promise<Map<number, ChangedSince>> {
  const { rows } = await sql<ChangedSince>`
    SELECT given.id AS submission_id, earlier.draft, coalesce(earlier.excused, false) AS excused, last.at, last.first_name, last.last_name
      FROM unnest(${[...submissionIds]}::bigint[]) AS given (id)
      JOIN LATERAL (
        SELECT grade_acts.at, people.first_name, people.last_name
          FROM grade_changes change JOIN grade_acts ON grade_acts.id = change.act_id LEFT JOIN people ON people.id = grade_acts.account_id
         WHERE change.submission_id = given.id ORDER BY change.revision DESC LIMIT 1) last ON last.at > ${since}
      LEFT JOIN LATERAL (
        SELECT change.draft, change.excused FROM grade_changes change JOIN grade_acts ON grade_acts.id = change.act_id
         WHERE change.submission_id = given.id AND grade_acts.at <= ${since} ORDER BY change.revision DESC LIMIT 1) earlier ON true`.execute(db);
  return new Map(rows.map((row) => [row.submission_id, row]));
}
