import type { RichTextDocument } from '@classwright/contract';
import { sql } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';

/** An assessment with the fields that its class work copies. */
export interface FollowedAssessment {
  id: number;
  account_id: number;
  school_id: number | null;
  class_id: number | null;
  topic_id: number | null;
  title: string;
  description: RichTextDocument;
  schedule_date: string | null;
  max_point: number | null;
  status: 'Active' | 'finished';
  is_archived: boolean;
}

/** Returns null when it does not exist or no longer exists. */
export async function findFollowedAssessment(db: Db, id: number): Promise<FollowedAssessment | null> {
  const { rows } = await sql<FollowedAssessment>`
    SELECT assessments.id, assessments.account_id, people.school_id, assessments.class_id,
           (SELECT topic.id FROM course_topics topic WHERE topic.id = assessments.topic_id AND topic.course_id = assessments.class_id AND topic.archived_at IS NULL) AS topic_id,
           assessments.title, assessments.description, assessments.schedule_date, assessments.max_point, assessments.status, assessments.is_archived
      FROM assessments JOIN people ON people.id = assessments.account_id WHERE assessments.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Returns an assessment that has a class, or null when there is none. */
export async function findAssessmentOfClass(db: Db, id: number): Promise<{ id: number; class_id: number; status: 'Active' | 'finished' } | null> {
  const { rows } = await sql<{ id: number; class_id: number; status: 'Active' | 'finished' }>`
    SELECT id, class_id, status FROM assessments WHERE id = ${id} AND class_id IS NOT NULL`.execute(db);
  return rows[0] ?? null;
}

/** Returns the versions of its questions, in order: those that were asked, otherwise the current ones. */
export async function listAskedVersions(db: Db, assessmentId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT coalesce(frozen.question_version_id, questions.current_version_id) AS id
      FROM assessment_questions asked
      JOIN questions ON questions.id = asked.question_id
      LEFT JOIN live_runs session ON session.assessment_id = asked.assessment_id AND session.state <> 'canceled'
      LEFT JOIN versions_asked frozen ON frozen.session_id = session.id AND frozen.position = asked.position
     WHERE asked.assessment_id = ${assessmentId}
     ORDER BY asked.position`.execute(db);
  return rows.map(({ id }) => id);
}
