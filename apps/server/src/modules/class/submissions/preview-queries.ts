import type { ActCell } from '@classwright/rules/grading/acts';
import type { SubmissionState } from '@classwright/rules/grading/submissions';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';

/** The cells of some works; `accountIds` null: of everybody in the class now. */
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
  late: boolean;
  turned_in_at: Date | null;
}

/** Lists the cells of works, by work and student, including students who left, but not unassigned ones. */
export async function listPreviewCells(db: Db, { courseId, workIds, accountIds }: ChosenCells): Promise<PreviewRow[]> {
  const { rows } = await sql<PreviewRow>`
    SELECT course_work_id, account_id, state, late, turned_in_at, draft_grade, excused, assigned_at FROM submissions
     WHERE course_id = ${courseId} AND course_work_id = ANY(${[...workIds]}::bigint[]) AND assigned_at IS NOT NULL
       ${accountIds === null ? sql`` : sql`AND account_id = ANY(${[...accountIds]}::bigint[])`}
     ORDER BY course_work_id, account_id`.execute(db);
  return rows;
}

export interface LessonRow {
  course_work_id: number;
  account_id: number;
  form: keyof ActCell['lesson'];
  earned: number;
  most: number;
}

/**
 * Lists students' choices in the lessons of works, with their points and the maximum of the question; of several runs
 * the newest counts.
 */
export async function listLessonPoints(db: Db, { courseId, workIds }: ChosenCells): Promise<LessonRow[]> {
  const { rows } = await sql<LessonRow>`
    SELECT DISTINCT ON (work_facts.id, result.account_id, result.form) work_facts.id AS course_work_id, result.account_id, result.form,
           coalesce(chosen.sub_grade, 0) AS earned,
           (SELECT coalesce(max(offered.sub_grade), 0) FROM question_responses offered WHERE offered.question_version_id = result.question_version_id) AS most
      FROM work_facts JOIN session_results result ON result.assessment_id = work_facts.assessment_id
      JOIN question_responses chosen ON chosen.id = result.response_id
     WHERE work_facts.course_id = ${courseId} AND work_facts.id = ANY(${[...workIds]}::bigint[]) AND result.form IN ('Form - 1B', 'Form - 2')
     ORDER BY work_facts.id, result.account_id, result.form, result.session_id DESC`.execute(db);
  return rows;
}
