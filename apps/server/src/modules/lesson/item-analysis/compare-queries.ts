import { sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';

/** The question that a finished lesson asked. */
export interface AskedRow {
  session_id: number;
  school_id: number;
  question_id: number;
  question_version_id: number;
  transfer_question_id: number;
}

/** Returns the question, or null if the lesson has not finished. */
export async function findAsked(db: Db, assessmentId: number): Promise<AskedRow | null> {
  const { rows } = await sql<AskedRow>`
    SELECT held.session_id, held.school_id, version.question_id, version.id AS question_version_id, transfer.question_id AS transfer_question_id
      FROM lesson_figures held
      JOIN live_session_questions first ON first.session_id = held.session_id AND first.position = 1
      JOIN question_versions version ON version.id = first.question_version_id
      JOIN live_session_questions second ON second.session_id = held.session_id AND second.position = 2
      JOIN question_versions transfer ON transfer.id = second.question_version_id
     WHERE held.assessment_id = ${assessmentId}`.execute(db);
  return rows[0] ?? null;
}

/** The results of a discussed question in one lesson. */
export interface ComparedCounts {
  answered_first: number;
  right_first: number;
  answered_second: number;
  right_second: number;
  kept_right: number;
  wrong_to_right: number;
  right_to_wrong: number;
  kept_wrong: number;
}

const COUNTS = sql`result.answered_first, result.right_first, result.answered_second, result.right_second,
  result.kept_right, result.wrong_to_right, result.right_to_wrong, result.kept_wrong`;

/**
 * Selects the school's other lessons that discussed the question. They are looked up one by one, since they are few
 * among all lessons.
 */
const lessonsWith = ({ session_id, school_id, question_id }: AskedRow, accountId: number) => sql`
  question_versions version
  CROSS JOIN LATERAL (SELECT * FROM item_results WHERE question_version_id = version.id AND position = 1 OFFSET 0) result
  CROSS JOIN LATERAL (
    SELECT lesson.session_id, lesson.assessment_id, lesson.course_id, lesson.held_on, session.ended_at
      FROM lesson_figures lesson JOIN live_sessions session ON session.id = lesson.session_id
     WHERE lesson.session_id = result.session_id AND lesson.school_id = ${school_id} AND lesson.session_id <> ${session_id} OFFSET 0) held
  JOIN assessments assessment ON assessment.id = held.assessment_id
  LEFT JOIN class_standings member ON member.course_id = assessment.class_id AND member.account_id = ${accountId}
 WHERE version.question_id = ${question_id}`;

/** Matches lessons that somebody may see, by the same rule as `standingOf`. */
const isOwn = ({ accountId, isAdmin }: { accountId: number; isAdmin: boolean }) =>
  sql`(${isAdmin} OR (member.left_at IS NULL AND (assessment.account_id = ${accountId} OR member.role = 'TEACHER')))`;

export interface ComparedLessonRow extends ComparedCounts {
  assessment_id: number;
  title: string;
  class_name: string;
  held_on: string;
  question_version_id: number;
  transfer_question_id: number | null;
  answered_transfer: number | null;
  right_transfer: number | null;
  total: number;
}

/** Lists the lessons that somebody may see, newest first. */
export async function listOwnLessons(db: Db, asked: AskedRow, person: { accountId: number; isAdmin: boolean }, most: number): Promise<ComparedLessonRow[]> {
  const { rows } = await sql<ComparedLessonRow>`
    WITH own AS (
      SELECT held.session_id, held.assessment_id, assessment.title, held.course_id, held.held_on AS day, version.id AS question_version_id, ${COUNTS}
        FROM ${lessonsWith(asked, person.accountId)} AND ${isOwn(person)}
    ), newest AS (
      SELECT own.*, count(*) OVER ()::integer AS total FROM own ORDER BY day DESC, session_id DESC LIMIT ${most}
    )
    SELECT newest.assessment_id, newest.title, newest.question_version_id, newest.total, newest.answered_first, newest.right_first,
           newest.answered_second, newest.right_second, newest.kept_right, newest.wrong_to_right, newest.right_to_wrong, newest.kept_wrong,
           to_char(newest.day, 'YYYY-MM-DD') AS held_on, class_names.name AS class_name, transfer_version.question_id AS transfer_question_id,
           transfer.answered_first AS answered_transfer, transfer.right_first AS right_transfer
      FROM newest JOIN class_names ON class_names.id = newest.course_id
      LEFT JOIN item_results transfer ON transfer.session_id = newest.session_id AND transfer.position = 2
      LEFT JOIN question_versions transfer_version ON transfer_version.id = transfer.question_version_id
     ORDER BY newest.day DESC, newest.session_id DESC`.execute(db);
  return rows;
}

/**
 * Lists lessons of other teachers that somebody may not see, with the same version, in the order in which they ended:
 * the owner of each, and its counts.
 */
export async function listOthersLessons(
  db: Db,
  asked: AskedRow,
  person: { accountId: number; isAdmin: boolean },
): Promise<(ComparedCounts & { teacher_id: number })[]> {
  const { rows } = await sql<ComparedCounts & { teacher_id: number }>`
    SELECT assessment.account_id AS teacher_id, ${COUNTS}
      FROM ${lessonsWith(asked, person.accountId)} AND version.id = ${asked.question_version_id}
       AND assessment.account_id <> ${person.accountId} AND NOT coalesce(${isOwn(person)}, false)
     ORDER BY held.ended_at, held.session_id`.execute(db);
  return rows;
}
