import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { toContainsPattern } from '../../../platform/lists.ts';
import type { PersonScope } from '../../../platform/reach.ts';
import { isTheirs } from '../../../platform/reach-queries.ts';

export interface ArchivedRow {
  id: number;
  title: string;
  type_name: string | null;
  topic_name: string | null;
  subject_name: string | null;
  grade_name: string | null;
  published_state: 'DRAFT' | 'PUBLISHED';
  first_name: string;
  last_name: string;
  archived_at: Date;
  is_in_use: boolean;
}

const inUse = sql<boolean>`(EXISTS (SELECT 1 FROM question_uses held WHERE held.question_id = q.id)
  OR EXISTS (SELECT 1 FROM question_versions asked WHERE asked.question_id = q.id
               AND (asked.first_used_at IS NOT NULL OR EXISTS (SELECT 1 FROM versions_asked l WHERE l.question_version_id = asked.id))))`;

/** Lists one page of deleted questions, most recently deleted first. */
export async function listArchive(
  db: Db,
  whose: PersonScope,
  { text, limit, offset }: { text: string; limit: number; offset: number },
): Promise<{ rows: ArchivedRow[]; total: number }> {
  const which = sql`FROM questions q JOIN question_versions v ON v.id = q.current_version_id
    WHERE q.archived_at IS NOT NULL AND ${isTheirs(whose, 'q.account_id')}
      ${text === '' ? sql`` : sql`AND lower(v.title) LIKE lower(${toContainsPattern(text)})`}`;
  const [page, counted] = await Promise.all([
    sql<ArchivedRow>`
      SELECT q.id, v.title, question_types.name AS type_name, question_cycles.name AS topic_name, question_subjects.name AS subject_name,
             question_grades.name AS grade_name, q.published_state, people.first_name, people.last_name, q.archived_at, ${inUse} AS is_in_use
        FROM (SELECT q.id ${which} ORDER BY q.archived_at DESC, q.id DESC LIMIT ${limit} OFFSET ${offset}) page
        JOIN questions q ON q.id = page.id JOIN question_versions v ON v.id = q.current_version_id JOIN people ON people.id = q.account_id
        LEFT JOIN question_types ON question_types.id = v.type_id LEFT JOIN question_cycles ON question_cycles.id = v.topic_id
        LEFT JOIN question_subjects ON question_subjects.id = v.question_subject_id LEFT JOIN question_grades ON question_grades.id = v.question_grade_id
       ORDER BY q.archived_at DESC, q.id DESC`.execute(db),
    sql<{ total: number }>`SELECT count(*) AS total ${which}`.execute(db),
  ]);
  return { rows: page.rows, total: counted.rows[0]?.total ?? 0 };
}

/** Counts the assessments that use a question, including archived ones, and checks if a lesson has asked it. */
export async function findUse(db: Db, questionId: number): Promise<{ assessments: number; wasAsked: boolean }> {
  const { rows } = await sql<{ assessments: number; was_asked: boolean }>`
    SELECT (SELECT count(DISTINCT assessment_id) FROM question_uses WHERE question_id = ${questionId}) AS assessments,
           EXISTS (SELECT 1 FROM question_versions v WHERE v.question_id = ${questionId}
                     AND (v.first_used_at IS NOT NULL OR EXISTS (SELECT 1 FROM versions_asked l WHERE l.question_version_id = v.id))) AS was_asked`.execute(db);
  return { assessments: rows[0]?.assessments ?? 0, wasAsked: rows[0]?.was_asked ?? false };
}

/** Moves questions and all their data from the bank to the archive. */
export async function archiveQuestions(tx: Tx, ids: readonly number[]): Promise<void> {
  const these = sql`ANY(${[...ids]}::bigint[])`;
  await sql`UPDATE questions SET archived_at = app_now() WHERE id = ${these}`.execute(tx);
  await sql`DELETE FROM question_tags WHERE question_id = ${these}`.execute(tx);
  await sql`DELETE FROM question_search WHERE question_id = ${these}`.execute(tx);
}

/** Restores questions from the archive; the caller updates the search index. */
export async function unarchiveQuestions(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`UPDATE questions SET archived_at = NULL WHERE id = ANY(${[...ids]}::bigint[])`.execute(tx);
}

/** Locks questions until commit, in a fixed order, so that two people who change the same ones take turns. */
export async function lockQuestions(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`SELECT id FROM questions WHERE id = ANY(${[...ids]}::bigint[]) ORDER BY id FOR UPDATE`.execute(tx);
}

/**
 * Saves tags in versions that no lesson has asked, and marks them as edited, so that an editor open elsewhere is
 * notified.
 */
export async function saveTags(tx: Tx, filed: readonly { questionId: number; versionId: number; tag: readonly string[] }[]): Promise<void> {
  if (filed.length === 0) return;
  const rows = JSON.stringify(filed.map(({ versionId, tag }) => ({ id: versionId, tag })));
  await sql`UPDATE question_versions v SET tag = new.tag FROM json_to_recordset(${rows}::json) AS new (id bigint, tag text[]) WHERE v.id = new.id`.execute(tx);
  await sql`UPDATE questions SET current_version_id = current_version_id WHERE id = ANY(${filed.map(({ questionId }) => questionId)}::bigint[])`.execute(tx);
}

/** Erases a question completely. Only for one that no assessment uses and no lesson has asked. */
export async function eraseQuestion(tx: Tx, questionId: number): Promise<void> {
  const versions = sql`SELECT id FROM question_versions WHERE question_id = ${questionId}`;
  await sql`DELETE FROM question_responses WHERE question_version_id IN (${versions})`.execute(tx);
  await sql`DELETE FROM question_attachments WHERE question_version_id IN (${versions})`.execute(tx);
  await sql`UPDATE questions SET current_version_id = NULL WHERE id = ${questionId}`.execute(tx);
  await sql`DELETE FROM question_versions WHERE question_id = ${questionId}`.execute(tx);
  await sql`DELETE FROM questions WHERE id = ${questionId}`.execute(tx);
}
