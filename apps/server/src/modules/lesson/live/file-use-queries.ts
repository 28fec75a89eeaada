import { sql } from 'kysely';
import { ASKED_FILE } from '../../school/files/index.ts';
import type { Db } from '../../../platform/database/index.ts';

const holds = sql`account_id = (SELECT account_id FROM files WHERE id = ${ASKED_FILE}) AND file_ids_in(comment) @> ARRAY[${ASKED_FILE}]::bigint[]`;

/**
 * Selects the answers, late answers and drafts that show a file, by table. People use only their own files in them, so
 * only its owner's are searched.
 */
export const answersWithFile = {
  live_posts: sql`SELECT FROM live_posts WHERE ${holds}`,
  live_late_answers: sql`SELECT FROM live_late_answers WHERE ${holds}`,
  live_drafts: sql`SELECT FROM live_drafts WHERE ${holds}`,
};

/** Lists assessments whose lessons have asked one of the versions. */
export async function listAssessmentsThatAsked(db: Db, versionIds: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT live_sessions.assessment_id AS id
      FROM live_phases JOIN live_sessions ON live_sessions.id = live_phases.session_id
     WHERE live_phases.question_version_id = ANY(${[...versionIds]}::bigint[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** Lists assessments in whose lessons somebody answered with a file. */
export async function listAssessmentsAnsweredWith(db: Db, fileId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    SELECT DISTINCT live_sessions.assessment_id AS id
      FROM live_posts JOIN live_sessions ON live_sessions.id = live_posts.session_id
     WHERE live_posts.account_id = (SELECT account_id FROM files WHERE id = ${fileId}) AND file_ids_in(live_posts.comment) @> ARRAY[${fileId}]::bigint[]`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
