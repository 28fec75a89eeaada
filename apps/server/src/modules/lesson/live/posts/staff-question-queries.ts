import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/database/index.ts';

/** A student's question to the staff of a lesson. */
export interface QuestionRow {
  id: number;
  session_id: number;
  assessment_id: number;
  account_id: number;
  first_name: string;
  last_name: string;
  question: string;
  asked_at: Date;
  answer: string | null;
  settled_at: Date | null;
}

const selectQuestions = (db: Db) =>
  db
    .selectFrom('live_questions_to_staff as asked')
    .innerJoin('live_sessions', 'live_sessions.id', 'asked.session_id')
    .innerJoin('lesson_people', 'lesson_people.id', 'asked.account_id')
    .select([
      'asked.id',
      'asked.session_id',
      'live_sessions.assessment_id',
      'asked.account_id',
      'lesson_people.first_name',
      'lesson_people.last_name',
      'asked.question',
      'asked.asked_at',
      'asked.answer',
      'asked.settled_at',
    ]);

/** Lists the questions of a session, or of one student in it, the oldest first. */
export async function listQuestions(db: Db, sessionId: number, accountId: number | null): Promise<QuestionRow[]> {
  const rows = selectQuestions(db).where('asked.session_id', '=', sessionId).orderBy('asked.id');
  return (accountId === null ? rows : rows.where('asked.account_id', '=', accountId)).execute();
}

export async function findQuestion(db: Db, id: number): Promise<QuestionRow | null> {
  return (await selectQuestions(db).where('asked.id', '=', id).executeTakeFirst()) ?? null;
}

/** Counts the questions of one student in a session. */
export async function countQuestionsOf(db: Db, sessionId: number, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('live_questions_to_staff')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('session_id', '=', sessionId)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertQuestion(tx: Tx, question: { session_id: number; account_id: number; question: string }): Promise<QuestionRow> {
  const { id } = await tx.insertInto('live_questions_to_staff').values(question).returning('id').executeTakeFirstOrThrow();
  return selectQuestions(tx).where('asked.id', '=', id).executeTakeFirstOrThrow();
}

/** Settles a question. Returns false when somebody has settled it already. */
export async function settleQuestion(tx: Tx, id: number, { answer, settledBy }: { answer: string | null; settledBy: number }): Promise<boolean> {
  const row = await tx
    .updateTable('live_questions_to_staff')
    .set({ answer, settled_by: settledBy, settled_at: sql`app_now()` })
    .where('id', '=', id)
    .where('settled_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Selects whether something concerns one student alone in a session: an own hidden text, or an own question. */
export const hasNotes = (sessionId: number | null, accountId: RawBuilder<unknown>): RawBuilder<boolean> => sql<boolean>`
  (EXISTS (SELECT FROM live_hidden WHERE live_hidden.session_id = ${sessionId}::bigint AND live_hidden.account_id = ${accountId} AND live_hidden.is_hidden)
    OR EXISTS (SELECT FROM live_questions_to_staff WHERE live_questions_to_staff.session_id = ${sessionId}::bigint AND live_questions_to_staff.account_id = ${accountId}))`;

/** Returns whether something concerns one student alone in a session. */
export async function findHasNotes(db: Db, sessionId: number, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ has_notes: boolean }>`SELECT ${hasNotes(sessionId, sql`${accountId}::bigint`)} AS has_notes`.execute(db);
  return rows[0]!.has_notes;
}
