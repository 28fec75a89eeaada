import type { Form, RichTextDocument } from '@classwright/contract';
import { type Insertable, sql } from 'kysely';
import type { Database, Db, Tx } from '../../../platform/database/index.ts';

export async function insertParticipant(tx: Tx, sessionId: number, accountId: number, now: Date): Promise<boolean> {
  const row = await tx
    .insertInto('live_participants')
    .values({ session_id: sessionId, account_id: accountId, logged_in_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function getLogin(tx: Tx, sessionId: number, accountId: number): Promise<Date> {
  const row = await tx
    .selectFrom('live_participants')
    .select('logged_in_at')
    .where('session_id', '=', sessionId)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.logged_in_at;
}

/** What a student has in a phase, and the clock; read after the phase was locked. */
export interface Standing {
  now: Date;
  logged_in_at: Date | null;
  picture_file_id: number | null;
  draft: { revision: number; response_id: number | null; comment: RichTextDocument; saved_at: Date } | null;
  /** `comment` as the student wrote it, before words of it were replaced. */
  post: { id: number; response_id: number | null; comment: RichTextDocument; filed_by: 'student' | 'server'; posted_at: Date } | null;
}

type StandingRow = Pick<Standing, 'now' | 'logged_in_at' | 'picture_file_id'> &
  (
    | { revision: number; draft_response_id: number | null; draft_comment: RichTextDocument; saved_at: Date }
    | { revision: null; draft_response_id: null; draft_comment: null; saved_at: null }
  ) &
  (
    | { post_id: number; response_id: number | null; comment: RichTextDocument; filed_by: 'student' | 'server'; posted_at: Date }
    | { post_id: null; response_id: null; comment: null; filed_by: null; posted_at: null }
  );

/** One statement for everything that an arriving answer or draft is decided by. `phaseId` null: the form has not opened. */
export async function getStanding(db: Db, sessionId: number, phaseId: number | null, accountId: number): Promise<Standing> {
  const { rows } = await sql<StandingRow>`
    SELECT app_now() AS now, l.logged_in_at, a.picture_file_id, d.revision, d.response_id AS draft_response_id, d.comment AS draft_comment, d.saved_at,
           p.id AS post_id, p.response_id, coalesce(written.original, p.comment) AS comment, p.filed_by, p.posted_at
      FROM accounts a
      LEFT JOIN live_participants l ON l.session_id = ${sessionId} AND l.account_id = ${accountId}
      LEFT JOIN live_drafts d ON d.phase_id = ${phaseId} AND d.account_id = ${accountId}
      LEFT JOIN live_posts p ON p.phase_id = ${phaseId} AND p.account_id = ${accountId}
      LEFT JOIN censored_originals written ON p.is_censored AND written.subject_type = 'live_post' AND written.subject_id = p.id AND written.field = 'comment'
     WHERE a.id = ${accountId}`.execute(db);
  const row = rows[0]!;
  return {
    now: row.now,
    logged_in_at: row.logged_in_at,
    picture_file_id: row.picture_file_id,
    draft: row.revision === null ? null : { revision: row.revision, response_id: row.draft_response_id, comment: row.draft_comment, saved_at: row.saved_at },
    post:
      row.post_id === null ? null : { id: row.post_id, response_id: row.response_id, comment: row.comment, filed_by: row.filed_by, posted_at: row.posted_at },
  };
}

export interface NewPost {
  session_id: number;
  phase_id: number;
  account_id: number;
  response_id: number | null;
  /** As others read it. */
  comment: RichTextDocument;
  comment_text: string;
  is_censored: boolean;
  filed_by: 'student' | 'server';
  posted_at: Date;
}

/** Saves posts of a phase; one that its student already has stays as it is. Returns the ids of the new ones by account. */
export async function insertPosts(tx: Tx, posts: readonly NewPost[]): Promise<Map<number, number>> {
  if (posts.length === 0) return new Map();
  const rows = await tx
    .insertInto('live_posts')
    .values(posts.map((post) => ({ ...post, comment: JSON.stringify(post.comment) })))
    .onConflict((conflict) => conflict.columns(['phase_id', 'account_id']).doNothing())
    .returning(['id', 'account_id'])
    .execute();
  return new Map(rows.map(({ id, account_id }) => [account_id, id]));
}

export async function listLoggedIn(db: Db, sessionId: number): Promise<number[]> {
  const rows = await db.selectFrom('live_participants').select('account_id').where('session_id', '=', sessionId).orderBy('account_id').execute();
  return rows.map(({ account_id }) => account_id);
}

export async function listAnswered(db: Db, phaseId: number): Promise<number[]> {
  const rows = await db.selectFrom('live_posts').select('account_id').where('phase_id', '=', phaseId).execute();
  return rows.map(({ account_id }) => account_id);
}

export async function listDrafts(db: Db, phaseId: number): Promise<{ account_id: number; response_id: number | null; comment: RichTextDocument }[]> {
  const rows = await db.selectFrom('live_drafts').select(['account_id', 'response_id', 'comment']).where('phase_id', '=', phaseId).execute();
  return rows.map((row) => ({ ...row, comment: row.comment as RichTextDocument }));
}

/** Stores a draft unless a revision as new is stored already. */
export async function saveDraft(
  tx: Tx,
  draft: { phaseId: number; accountId: number; revision: number; responseId: number | null; comment: RichTextDocument; now: Date },
): Promise<boolean> {
  const comment = JSON.stringify(draft.comment);
  const row = await tx
    .insertInto('live_drafts')
    .values({ phase_id: draft.phaseId, account_id: draft.accountId, revision: draft.revision, response_id: draft.responseId, comment, saved_at: draft.now })
    .onConflict((conflict) =>
      conflict
        .columns(['phase_id', 'account_id'])
        .doUpdateSet({ revision: draft.revision, response_id: draft.responseId, comment, saved_at: draft.now })
        .whereRef('live_drafts.revision', '<', 'excluded.revision'),
    )
    .returning('revision')
    .executeTakeFirst();
  return row !== undefined;
}

type NewLate = Pick<Insertable<Database['live_late_answers']>, 'session_id' | 'form' | 'account_id' | 'kind' | 'response_id'> & {
  comment: RichTextDocument;
  received_at: Date;
};

/** Keeps what came too late, once per student, form and kind: the newest of it. */
export async function saveLate(tx: Tx, late: NewLate): Promise<void> {
  const comment = JSON.stringify(late.comment);
  await tx
    .insertInto('live_late_answers')
    .values({ ...late, comment })
    .onConflict((conflict) =>
      conflict
        .columns(['session_id', 'form', 'account_id', 'kind'])
        .doUpdateSet({ response_id: late.response_id ?? null, comment, received_at: late.received_at }),
    )
    .execute();
}

export interface LateRow {
  form: Form;
  kind: 'answer' | 'draft';
  response_id: number | null;
  response: string | null;
  comment: RichTextDocument;
  received_at: Date;
}

export async function listLate(db: Db, sessionId: number, accountId: number): Promise<LateRow[]> {
  const rows = await db
    .selectFrom('live_late_answers as late')
    .leftJoin('question_responses as response', 'response.id', 'late.response_id')
    .select(['late.form', 'late.kind', 'late.response_id', 'response.title as response', 'late.comment', 'late.received_at'])
    .where('late.session_id', '=', sessionId)
    .where('late.account_id', '=', accountId)
    .orderBy('late.id')
    .execute();
  return rows.map((row) => ({ ...row, comment: row.comment as RichTextDocument }));
}
