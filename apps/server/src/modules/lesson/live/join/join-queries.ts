import type { RichTextDocument } from '@classwright/contract';
import type { Confidence } from '@classwright/rules/live';
import { sql } from 'kysely';
import { anyLength, type Db } from '../../../../platform/database/index.ts';
import { hasNotes } from '../posts/staff-question-queries.ts';
import type { LessonRow } from '../queries.ts';
import type { RunningRow } from '../running-queries.ts';

/** The lesson to join; fields are null if it has no class or does not run. */
export interface JoinedLesson {
  courseId: number | null;
  sessionId: number | null;
  phaseId: number | null;
}

/** A person who joins a lesson: their place in the class, and their post and draft in the form opened last. */
export interface JoiningRow extends Pick<LessonRow, 'member_role' | 'left_at'> {
  account_id: number;
  logged_in_at: Date | null;
  draft: { revision: number; response_id: number | null; comment: RichTextDocument; confidence: Confidence | null; saved_at: Date } | null;
  post_id: number | null;
  has_late: boolean;
  /** True when a text of the person is hidden, or the person has asked the staff something. */
  has_notes: boolean;
  /** A running lesson of the person that started later than this one. */
  newer: RunningRow | null;
}

type Draft = NonNullable<JoiningRow['draft']>;
type Absent<Row> = { [Column in keyof Row]: null };
type Flat = Omit<JoiningRow, 'draft' | 'newer'> & (Draft | Absent<Draft>) & (RunningRow | Absent<RunningRow>);

/**
 * Reads everybody who joins a lesson at this moment in one statement; each is looked up individually, so the cost does
 * not depend on the size of the class.
 */
export async function listJoining(db: Db, { courseId, sessionId, phaseId }: JoinedLesson, accountIds: readonly number[]): Promise<Map<number, JoiningRow>> {
  const { rows } = await sql<Flat>`
    SELECT came.account_id, member.role AS member_role, member.left_at, l.logged_in_at, d.revision, d.response_id, d.comment, d.confidence, d.saved_at, p.id AS post_id,
           EXISTS (SELECT FROM live_late_answers late WHERE late.session_id = ${sessionId}::bigint AND late.account_id = came.account_id) AS has_late,
           ${hasNotes(sessionId, sql.ref('came.account_id'))} AS has_notes,
           newer.*
      FROM unnest(${anyLength(accountIds, 'bigint')}) AS came (account_id)
      LEFT JOIN LATERAL (SELECT * FROM class_standings WHERE course_id = ${courseId}::bigint AND account_id = came.account_id OFFSET 0) member ON true
      LEFT JOIN LATERAL (SELECT * FROM live_participants WHERE session_id = ${sessionId}::bigint AND account_id = came.account_id OFFSET 0) l ON true
      LEFT JOIN LATERAL (SELECT * FROM live_drafts WHERE phase_id = ${phaseId}::bigint AND account_id = came.account_id OFFSET 0) d ON true
      LEFT JOIN LATERAL (SELECT * FROM live_posts WHERE phase_id = ${phaseId}::bigint AND account_id = came.account_id OFFSET 0) p ON true
      LEFT JOIN LATERAL (
        SELECT assessments.id AS assessment_id, assessments.title, lesson_classes.id AS class_id, lesson_classes.name AS class_name, owner.first_name, owner.last_name
          FROM class_students learns
          JOIN live_sessions later ON later.course_id = learns.course_id AND later.state = 'running' AND later.id > ${sessionId}::bigint
          JOIN assessments ON assessments.id = later.assessment_id
          JOIN lesson_classes ON lesson_classes.id = later.course_id
          JOIN lesson_people owner ON owner.id = assessments.account_id
         WHERE learns.account_id = came.account_id ORDER BY later.id DESC LIMIT 1) newer ON true`.execute(db);
  return new Map(rows.map((row) => [row.account_id, toJoiningRow(row)]));
}

function toJoiningRow(row: Flat): JoiningRow {
  const { account_id, member_role, left_at, logged_in_at, post_id, has_late, has_notes, revision, response_id, comment, confidence, saved_at } = row;
  return {
    ...{ account_id, member_role, left_at, logged_in_at, post_id, has_late, has_notes },
    draft: revision === null ? null : { revision, response_id, comment, confidence, saved_at },
    newer: row.assessment_id === null ? null : row,
  };
}
