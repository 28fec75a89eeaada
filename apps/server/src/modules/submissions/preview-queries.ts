import type { ActCell } from '@classwright/rules/grading/acts';
import type { SubmissionState } from '@classwright/rules/grading/submissions';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/index.ts';

/** Cells of some works; `accountIds` null: of everybody in the class now. */
export interface ChosenCells {
  courseId: number;
  workIds: readonly number[];
  accountIds: readonly number[] | null;
}

export interface PreviewRow {
  course_work_id: number;
  account_id: number;
  state: SubmissionState;
  draft_grade: number | null;
  excused: boolean;
  assigned_at: Date;
  /** How long after it was due it was handed in; 0: in time, or not at all. */
  late_ms: number;
}

/** How many of these people learn in a class now. */
export async function countStudentsAmong(db: Db, courseId: number, accountIds: readonly number[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM class_students WHERE course_id = ${courseId} AND account_id = ANY(${[...accountIds]}::bigint[])`.execute(db);
  return rows[0]?.count ?? 0;
}

/** The first cells of posted works, by work and student; those that were taken off a student are none. */
export async function listPreviewCells(db: Db, { courseId, workIds, accountIds }: ChosenCells, most: number): Promise<PreviewRow[]> {
  const { rows } = await sql<PreviewRow>`
    SELECT submissions.course_work_id, submissions.account_id, submissions.state, submissions.draft_grade, submissions.excused, submissions.assigned_at,
           CASE WHEN submissions.late AND submissions.turned_in_at > course_works.due_at
             THEN ceil(extract(epoch FROM submissions.turned_in_at - course_works.due_at) * 1000)::float8 ELSE 0 END AS late_ms
      FROM submissions JOIN course_works ON course_works.id = submissions.course_work_id
      JOIN class_students ON class_students.course_id = submissions.course_id AND class_students.account_id = submissions.account_id
     WHERE submissions.course_id = ${courseId} AND submissions.course_work_id = ANY(${[...workIds]}::bigint[]) AND submissions.assigned_at IS NOT NULL
       ${accountIds === null ? sql`` : sql`AND submissions.account_id = ANY(${[...accountIds]}::bigint[])`}
     ORDER BY submissions.course_work_id, submissions.account_id LIMIT ${most}`.execute(db);
  return rows;
}

export interface LessonRow {
  course_work_id: number;
  account_id: number;
  form: keyof ActCell['lesson'];
  earned: number;
  most: number;
}

/** What students chose in the lessons that works stand for, with its points and the most that its question gives; of several runs the newest. */
export async function listLessonPoints(db: Db, { courseId, workIds }: ChosenCells): Promise<LessonRow[]> {
  const { rows } = await sql<LessonRow>`
    SELECT DISTINCT ON (course_works.id, result.account_id, result.form) course_works.id AS course_work_id, result.account_id, result.form,
           coalesce(chosen.sub_grade, 0) AS earned,
           (SELECT coalesce(max(offered.sub_grade), 0) FROM question_responses offered WHERE offered.question_version_id = result.question_version_id) AS most
      FROM course_works JOIN session_results result ON result.assessment_id = course_works.assessment_id
      JOIN question_responses chosen ON chosen.id = result.response_id
     WHERE course_works.course_id = ${courseId} AND course_works.id = ANY(${[...workIds]}::bigint[]) AND result.form IN ('Form - 1B', 'Form - 2')
     ORDER BY course_works.id, result.account_id, result.form, result.session_id DESC`.execute(db);
  return rows;
}
