import type { StoredContent } from '@classwright/contract';
import { toPlainText } from '@classwright/rules/rich-text/index';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

/** A question to create, with its ids. */
export interface NewRow {
  questionId: number;
  versionId: number;
  content: StoredContent;
  /** The text of its tsvector. */
  words: string;
}

/** Reserves unique ids for this many questions and their versions. */
export async function takeIds(tx: Tx, count: number): Promise<{ questionId: number; versionId: number }[]> {
  const { rows } = await sql<{ question_id: number; version_id: number }>`
    SELECT nextval(pg_get_serial_sequence('questions', 'id')) AS question_id, nextval(pg_get_serial_sequence('question_versions', 'id')) AS version_id
      FROM generate_series(1, ${count})`.execute(tx);
  return rows.map(({ question_id, version_id }) => ({ questionId: question_id, versionId: version_id }));
}

export interface ImportAuthor {
  accountId: number;
  schoolId: number | null;
  status: 0 | 1;
  teacherStatus: 0 | 1 | 2;
}

/** Inserts many questions with one statement for each table. The caller has to check their files. */
export async function insertQuestionRows(tx: Tx, { accountId, schoolId, status, teacherStatus }: ImportAuthor, rows: readonly NewRow[]): Promise<void> {
  const versions = JSON.stringify(
    rows.map(({ questionId, versionId, content: { responses: _responses, attachments: _attachments, ...content }, words }) => ({
      ...content,
      id: versionId,
      question_id: questionId,
      description_text: toPlainText(content.description),
      words,
    })),
  );
  await sql`
    WITH new AS MATERIALIZED (SELECT * FROM json_to_recordset(${versions}::json) AS new (
        id bigint, question_id bigint, title text, description jsonb, description_text text, type_id bigint, topic_id bigint, standard_id bigint, question_subject_id bigint,
        question_grade_id bigint, tag text[], published_state text, overall_grade numeric, rubrics jsonb, open_response jsonb, open_response_grade numeric, words text)),
    made AS (INSERT INTO questions (id, account_id, school_id, status, teacher_status, current_version_id, published_state, type_id, topic_id, standard_id, question_subject_id, question_grade_id)
      SELECT question_id, ${accountId}, ${schoolId}, ${status}, ${teacherStatus}, id, published_state, type_id, topic_id, standard_id, question_subject_id, question_grade_id FROM new),
    found AS (INSERT INTO question_search (question_id, words) SELECT question_id, words::tsvector FROM new)
    INSERT INTO question_versions (id, question_id, version, title, description, description_text, type_id, topic_id, standard_id, question_subject_id, question_grade_id, tag,
                                   published_state, overall_grade, rubrics, open_response, open_response_grade, created_by)
    SELECT id, question_id, 1, title, description, description_text, type_id, topic_id, standard_id, question_subject_id, question_grade_id, tag,
           published_state, overall_grade, rubrics, open_response, open_response_grade, ${accountId} FROM new`.execute(tx);
  const responses = rows.flatMap(({ versionId, content }) => content.responses.map((row, index) => ({ ...row, version_id: versionId, position: index + 1 })));
  if (responses.length > 0)
    await sql`
      INSERT INTO question_responses (question_version_id, position, title, match_label, description, is_valid, rubric, sub_grade)
      SELECT version_id, position, title, match_label, description, is_valid, rubric, sub_grade FROM json_to_recordset(${JSON.stringify(responses)}::json)
          AS new (version_id bigint, position smallint, title text, match_label text, description jsonb, is_valid boolean, rubric jsonb, sub_grade numeric)`.execute(
      tx,
    );
  const attachments = rows.flatMap(({ versionId, content }) =>
    content.attachments.map((row, index) => ({ ...row, version_id: versionId, position: index + 1 })),
  );
  if (attachments.length > 0)
    await sql`
      INSERT INTO question_attachments (question_version_id, position, name, file_id, external)
      SELECT version_id, position, name, file_id, external FROM json_to_recordset(${JSON.stringify(attachments)}::json)
          AS new (version_id bigint, position smallint, name text, file_id bigint, external jsonb)`.execute(tx);
}

export interface UseOfQuestion {
  id: number;
  is_archived: boolean;
  is_in_use: boolean;
  is_judged: boolean;
  updated_at: Date;
}

/**
 * Lists what has been done with questions: they are used in assessments, including archived ones, or were asked,
 * approved, rated or changed.
 */
export async function listUseOfQuestions(db: Db, ids: readonly number[]): Promise<UseOfQuestion[]> {
  const { rows } = await sql<UseOfQuestion>`
    SELECT q.id, q.archived_at IS NOT NULL AS is_archived, q.total_approval > 0 OR q.rating_count > 0 AS is_judged, q.updated_at,
           EXISTS (SELECT 1 FROM question_uses held WHERE held.question_id = q.id)
             OR EXISTS (SELECT 1 FROM question_versions asked WHERE asked.question_id = q.id
                          AND (asked.first_used_at IS NOT NULL OR EXISTS (SELECT 1 FROM versions_asked l WHERE l.question_version_id = asked.id))) AS is_in_use
      FROM questions q WHERE q.id = ANY(${[...ids]}::bigint[])`.execute(db);
  return rows;
}

/** Returns the current titles of questions. */
export async function listTitles(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; title: string }>`
    SELECT q.id, v.title FROM questions q JOIN question_versions v ON v.id = q.current_version_id WHERE q.id = ANY(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, title }) => [id, title]));
}
