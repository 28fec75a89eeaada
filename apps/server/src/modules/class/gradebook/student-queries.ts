import type { WorkType } from '@classwright/contract';
import type { SubmissionState } from '@classwright/rules/grading/submissions';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';
import { mark, periodDate } from './matrix-queries.ts';

/** One student's status in one item. */
export interface OwnCell {
  id: number;
  title: string;
  due_date: string | null;
  dueTime: string | null;
  due_at: Date | null;
  period_date: string | null;
  maxPoints: number | null;
  category_id: number | null;
  workType: WorkType;
  state: 'PUBLISHED' | 'DRAFT';
  /** The submission, or null when the student never had one. */
  submission_id: number | null;
  submission_state: SubmissionState | null;
  late: boolean | null;
  assigned_at: Date | null;
  returned_at: Date | null;
  /** True when it was returned once, even if that was undone since. */
  was_returned: boolean;
  draft: number | null;
  assigned: number | null;
  excused: boolean | null;
  /** The status as a letter of `GradeCell.mark` (rules). */
  mark: string;
  /** True while its lesson is not finished: students see only its title and its day. */
  is_veiled: boolean;
  /** The newest message to the student that was not withdrawn. */
  message: string | null;
}

/** Returns all items of a class with one student's submissions, in the order of the gradebook. */
export async function listOwnCells(db: Db, courseId: number, accountId: number): Promise<OwnCell[]> {
  const { rows } = await sql<OwnCell>`
    SELECT work.id, work.title, work.due_on::text AS due_date, to_char(work.due_time, 'HH24:MI') AS "dueTime", work.due_at,
           (${periodDate})::text AS period_date, work.max_points::float8 AS "maxPoints",
           work.category_id, work.work_type AS "workType", work.state, given.id AS submission_id, given.state AS submission_state, given.late, given.assigned_at,
           given.returned_at, EXISTS (SELECT FROM grade_changes WHERE submission_id = given.id AND (state = 'RETURNED' OR assigned IS NOT NULL)) AS was_returned,
           given.draft_grade::float8 AS draft, given.assigned_grade::float8 AS assigned, given.excused, ${mark} AS mark,
           coalesce(assessments.status <> 'finished', false) AS is_veiled, written.message
      FROM work_facts work JOIN class_facts ON class_facts.id = work.course_id JOIN schools ON schools.id = class_facts.school_id
      LEFT JOIN assessments ON assessments.id = work.assessment_id
      LEFT JOIN submission_facts given ON given.course_work_id = work.id AND given.account_id = ${accountId}
      LEFT JOIN LATERAL (SELECT message FROM submission_messages WHERE submission_id = given.id AND withdrawn_at IS NULL ORDER BY id DESC LIMIT 1) written ON true
     WHERE work.course_id = ${courseId} AND work.archived_at IS NULL
     ORDER BY work.due_at NULLS LAST, work.id`.execute(db);
  return rows;
}

/** Returns the classes in which the person is a student, by name. */
export async function listOwnClasses(db: Db, accountId: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT class_names.id, class_names.name FROM class_students JOIN class_names ON class_names.id = class_students.course_id
     WHERE class_students.account_id = ${accountId} ORDER BY class_names.name COLLATE natural_order, class_names.id`.execute(db);
  return rows;
}

export async function isStudentOf(db: Db, courseId: number, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    SELECT EXISTS (SELECT FROM class_students WHERE course_id = ${courseId} AND account_id = ${accountId}) AS is`.execute(db);
  return rows[0]?.is ?? false;
}
