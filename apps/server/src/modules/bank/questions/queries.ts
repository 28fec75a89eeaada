import type { CriterionView, RichTextDocument, RubricRowView, StoredAttachment, StoredContent } from '@classwright/contract';
import { QUESTION_LIST_FIELDS, type ApprovalStatus, type StatusLabel } from '@classwright/rules/questions/index';
import { toPlainText } from '@classwright/rules/rich-text/index';
import { sql, type Insertable } from 'kysely';
import type { Database, Db, Tx } from '../../../platform/database/index.ts';

/** Counts the responses before one in its question, with the alias `response`: its place, from 0, which gives its letter. */
export const placeOfResponse = sql`(SELECT count(*)::integer FROM question_responses other
  WHERE other.question_version_id = response.question_version_id AND other.position < response.position)`;

export interface VersionResponse {
  id: number;
  position: number;
  title: string;
  match_label: string;
  description: RichTextDocument;
  is_valid: boolean;
  sub_grade: number | null;
}

export interface VersionAttachment extends StoredAttachment {
  position: number;
  /** The type of the stored file. */
  mime_type: string | null;
}

/** A version of a question with all of its content. */
export interface QuestionVersion extends Omit<StoredContent, 'responses' | 'attachments'> {
  id: number;
  question_id: number;
  version: number;
  first_used_at: Date | null;
  responses: VersionResponse[];
  attachments: VersionAttachment[];
}

export async function insertQuestion(tx: Tx, question: Insertable<Database['questions']>): Promise<number> {
  return (await tx.insertInto('questions').values(question).returning('id').executeTakeFirstOrThrow()).id;
}

/** Returns the row of a version: its content except its responses and attachments. */
function toVersionRow({ responses: _responses, attachments: _attachments, ...content }: StoredContent) {
  return {
    ...content,
    description: JSON.stringify(content.description),
    description_text: toPlainText(content.description),
    rubrics: JSON.stringify(content.rubrics),
    open_response: JSON.stringify(content.open_response),
  };
}

/** Stores content as a version. Returns its id. */
export async function insertVersion(tx: Tx, content: StoredContent, version: { question_id: number; version: number; created_by: number }): Promise<number> {
  const { id } = await tx
    .insertInto('question_versions')
    .values({ ...toVersionRow(content), ...version })
    .returning('id')
    .executeTakeFirstOrThrow();
  await insertParts(tx, id, content);
  return id;
}

/** Replaces the content of a version. */
export async function updateVersion(tx: Tx, versionId: number, content: StoredContent): Promise<void> {
  await tx.updateTable('question_versions').set(toVersionRow(content)).where('id', '=', versionId).execute();
  await tx.deleteFrom('question_responses').where('question_version_id', '=', versionId).execute();
  await tx.deleteFrom('question_attachments').where('question_version_id', '=', versionId).execute();
  await insertParts(tx, versionId, content);
}

async function insertParts(tx: Tx, versionId: number, { responses, attachments }: StoredContent): Promise<void> {
  const of = (index: number) => ({ question_version_id: versionId, position: index + 1 });
  if (responses.length > 0)
    await tx
      .insertInto('question_responses')
      .values(responses.map((row, index) => ({ ...row, ...of(index), description: JSON.stringify(row.description), rubric: JSON.stringify(row.rubric) })))
      .execute();
  if (attachments.length > 0)
    await tx
      .insertInto('question_attachments')
      .values(attachments.map((row, index) => ({ ...row, ...of(index), external: row.external && JSON.stringify(row.external) })))
      .execute();
}

/**
 * Points the question to its newest version and updates its columns for filters; the row's `updated_at` records the
 * edit.
 */
export async function setCurrentVersion(tx: Tx, questionId: number, versionId: number): Promise<void> {
  await sql`
    UPDATE questions SET current_version_id = v.id, published_state = v.published_state, type_id = v.type_id, topic_id = v.topic_id,
           standard_id = v.standard_id, question_subject_id = v.question_subject_id, question_grade_id = v.question_grade_id
      FROM question_versions v WHERE v.id = ${versionId} AND questions.id = ${questionId}`.execute(tx);
}

export interface EditedQuestion {
  question_id: number;
  version_id: number;
  version: number;
  first_used_at: Date | null;
  /** True when a lesson asks it, be it a rehearsal, which is no use of it. */
  is_asked: boolean;
  /** The author of the newest version. */
  created_by: number;
  updated_at: Date;
}

/**
 * Locks a question and its newest version until commit, so that an edit and the start of a lesson take turns. It takes
 * two statements: after waiting for another edit, a single statement would still look for the replaced version.
 */
export async function lockQuestion(tx: Tx, questionId: number): Promise<EditedQuestion | null> {
  const question = await tx
    .selectFrom('questions')
    .select(['id', 'updated_at', 'current_version_id'])
    .where('id', '=', questionId)
    .where('archived_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  if (!question?.current_version_id) return null;
  const version = await tx
    .selectFrom('question_versions')
    .select(['id', 'version', 'first_used_at', 'created_by'])
    .select(sql<boolean>`EXISTS (SELECT 1 FROM versions_asked WHERE versions_asked.question_version_id = question_versions.id)`.as('is_asked'))
    .where('id', '=', question.current_version_id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { id: version_id, ...rest } = version;
  return { question_id: question.id, updated_at: question.updated_at, version_id, ...rest };
}

/** Locks an existing question until commit, so that edits, approval steps and ratings take turns. */
export async function lockQuestionRow(tx: Tx, questionId: number): Promise<void> {
  await tx.selectFrom('questions').select('id').where('id', '=', questionId).forUpdate().execute();
}

export async function setFirstUsed(tx: Tx, versionIds: readonly number[]): Promise<void> {
  if (versionIds.length === 0) return;
  await tx
    .updateTable('question_versions')
    .set({ first_used_at: sql<Date>`app_now()` })
    .where('id', 'in', [...versionIds])
    .where('first_used_at', 'is', null)
    .execute();
}

const versionColumns = [
  ...(['id', 'question_id', 'version', 'title', 'description', 'first_used_at', 'tag', 'published_state'] as const),
  ...QUESTION_LIST_FIELDS,
  ...(['overall_grade', 'rubrics', 'open_response', 'open_response_grade'] as const),
] as const;

export async function listVersions(db: Db, ids: readonly number[]): Promise<Omit<QuestionVersion, 'responses' | 'attachments'>[]> {
  const rows = await db
    .selectFrom('question_versions')
    .select(versionColumns)
    .where('id', 'in', [...ids])
    .execute();
  return rows.map((row) => ({
    ...row,
    description: row.description as RichTextDocument,
    rubrics: row.rubrics as RubricRowView[],
    open_response: row.open_response as CriterionView[],
  }));
}

export async function listResponses(db: Db, versionIds: readonly number[]): Promise<(VersionResponse & { question_version_id: number })[]> {
  const rows = await db
    .selectFrom('question_responses')
    .select(['question_version_id', 'id', 'position', 'title', 'match_label', 'description', 'is_valid', 'sub_grade'])
    .where('question_version_id', 'in', [...versionIds])
    .orderBy('position')
    .execute();
  return rows.map((row) => ({ ...row, description: row.description as RichTextDocument }));
}

export async function listAttachments(db: Db, versionIds: readonly number[]): Promise<(VersionAttachment & { question_version_id: number })[]> {
  const rows = await db
    .selectFrom('question_attachments')
    .leftJoin('files', 'files.id', 'question_attachments.file_id')
    .select([
      'question_attachments.question_version_id',
      'question_attachments.position',
      'question_attachments.name',
      'question_attachments.file_id',
      'question_attachments.external',
      'files.mime_type',
    ])
    .where('question_attachments.question_version_id', 'in', [...versionIds])
    .orderBy('question_attachments.position')
    .execute();
  return rows.map((row) => ({ ...row, external: row.external as VersionAttachment['external'] }));
}

export async function setApprovalStatus(tx: Tx, questionId: number, { status, teacher_status }: ApprovalStatus): Promise<void> {
  await sql`UPDATE questions SET status = ${status}, teacher_status = ${teacher_status} WHERE id = ${questionId}`.execute(tx);
}

export async function insertApproval(tx: Tx, questionId: number, accountId: number, label: StatusLabel): Promise<void> {
  await sql`INSERT INTO question_approvals (question_id, account_id, status_label) VALUES (${questionId}, ${accountId}, ${label})`.execute(tx);
  await countApprovals(tx, questionId);
}

/** Revokes the approval steps so far, since the question's content has changed. */
export async function revokeApprovals(tx: Tx, questionId: number): Promise<void> {
  await sql`UPDATE question_approvals SET revoked_at = app_now() WHERE question_id = ${questionId} AND revoked_at IS NULL`.execute(tx);
  await countApprovals(tx, questionId);
}

async function countApprovals(tx: Tx, questionId: number): Promise<void> {
  await sql`
    UPDATE questions SET total_approval = (SELECT count(DISTINCT account_id) FROM question_approvals WHERE question_id = ${questionId} AND revoked_at IS NULL)
     WHERE id = ${questionId}`.execute(tx);
}

/** Saves somebody's rating, replacing their earlier one. The question must be locked. */
export async function saveRating(tx: Tx, questionId: number, accountId: number, rating: number): Promise<void> {
  await sql`
    INSERT INTO question_ratings (question_id, account_id, rating) VALUES (${questionId}, ${accountId}, ${rating})
    ON CONFLICT (question_id, account_id) DO UPDATE SET rating = excluded.rating, rated_at = app_now()`.execute(tx);
  await sql`
    UPDATE questions SET (average_rating, rating_count) = (SELECT avg(rating), count(*) FROM question_ratings WHERE question_id = ${questionId})
     WHERE id = ${questionId}`.execute(tx);
}

/** Lists questions in the order of their ids, after a given one, each with its newest version. */
export async function listQuestionsAfter(
  tx: Tx,
  lastId: number,
  count: number,
): Promise<{ id: number; versionId: number; isArchived: boolean; isKnown: boolean }[]> {
  const { rows } = await sql<{ id: number; versionId: number; isArchived: boolean; isKnown: boolean }>`
    SELECT q.id, q.current_version_id AS "versionId", q.archived_at IS NOT NULL AS "isArchived",
           EXISTS (SELECT 1 FROM question_search s WHERE s.question_id = q.id) AS "isKnown"
      FROM questions q WHERE q.id > ${lastId} AND q.current_version_id IS NOT NULL ORDER BY q.id LIMIT ${count} FOR UPDATE`.execute(tx);
  return rows;
}

/**
 * Fills the columns for filters from the newest version. Nobody has edited the questions, so `updated_at` is unchanged.
 */
export async function fillBankColumns(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`
    UPDATE questions q SET published_state = v.published_state, type_id = v.type_id, topic_id = v.topic_id, standard_id = v.standard_id,
           question_subject_id = v.question_subject_id, question_grade_id = v.question_grade_id
      FROM question_versions v
     WHERE v.id = q.current_version_id AND q.id = ANY(${[...ids]}::bigint[])
       AND (q.published_state, q.type_id, q.topic_id, q.standard_id, q.question_subject_id, q.question_grade_id)
           IS DISTINCT FROM (v.published_state, v.type_id, v.topic_id, v.standard_id, v.question_subject_id, v.question_grade_id)`.execute(tx);
}
