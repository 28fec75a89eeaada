import type { Form, RichTextDocument } from '@classwright/contract';
import type { AnswerContent, Confidence } from '@classwright/rules/live';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/database/index.ts';

/**
 * Records logins of a session in the order of the accounts, so that two transactions never deadlock; existing logins
 * are unchanged. Returns the new ones.
 */
export async function insertParticipants(tx: Tx, sessionId: number, accountIds: readonly number[], now: Date): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    INSERT INTO live_participants (session_id, account_id, logged_in_at)
    SELECT ${sessionId}, account_id, ${now}::timestamptz FROM unnest(${accountIds}::bigint[]) AS came (account_id) ORDER BY account_id
        ON CONFLICT DO NOTHING RETURNING account_id`.execute(tx);
  return rows.map(({ account_id }) => account_id);
}

/** A student's post and draft in a phase, and the clock. */
export interface Standing {
  now: Date;
  logged_in_at: Date | null;
  picture_file_id: number | null;
  draft: { revision: number; response_id: number | null; comment: RichTextDocument; confidence: Confidence | null; saved_at: Date } | null;
  /** The post, with `comment` as the student wrote it, before words were replaced. */
  post: { id: number; response_id: number | null; comment: RichTextDocument; filed_by: 'student' | 'server'; posted_at: Date } | null;
}

type StandingRow = Pick<Standing, 'now' | 'logged_in_at' | 'picture_file_id'> &
  (
    | { revision: number; draft_response_id: number | null; draft_comment: RichTextDocument; confidence: Confidence | null; saved_at: Date }
    | { revision: null; draft_response_id: null; draft_comment: null; confidence: null; saved_at: null }
  ) &
  (
    | { post_id: number; response_id: number | null; comment: RichTextDocument; filed_by: 'student' | 'server'; posted_at: Date }
    | { post_id: null; response_id: null; comment: null; filed_by: null; posted_at: null }
  );

/** Reads all of it in one statement. `phaseId` null: the form has not opened. */
export async function getStanding(db: Db, sessionId: number, phaseId: number | null, accountId: number): Promise<Standing> {
  const { rows } = await sql<StandingRow>`
    SELECT app_now() AS now, l.logged_in_at, a.picture_file_id, d.revision, d.response_id AS draft_response_id, d.comment AS draft_comment, d.confidence, d.saved_at,
           p.id AS post_id, p.response_id, coalesce(written.original, p.comment) AS comment, p.filed_by, p.posted_at
      FROM lesson_people a
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
    draft:
      row.revision === null
        ? null
        : { revision: row.revision, response_id: row.draft_response_id, comment: row.draft_comment, confidence: row.confidence, saved_at: row.saved_at },
    post:
      row.post_id === null ? null : { id: row.post_id, response_id: row.response_id, comment: row.comment, filed_by: row.filed_by, posted_at: row.posted_at },
  };
}

export interface NewPost {
  session_id: number;
  phase_id: number;
  account_id: number;
  response_id: number | null;
  /** The comment as others read it. */
  comment: RichTextDocument;
  comment_text: string;
  is_censored: boolean;
  filed_by: 'student' | 'server';
  posted_at: Date;
  confidence: Confidence | null;
}

/** Returns the key of a post: its phase and account. */
export const postKey = (phaseId: number, accountId: number): string => `${phaseId} ${accountId}`;

/**
 * Saves posts; a post that its student already has in the phase is unchanged. Returns the ids of the new ones by
 * `postKey`.
 */
export async function insertPosts(tx: Tx, posts: readonly NewPost[]): Promise<Map<string, number>> {
  if (posts.length === 0) return new Map();
  // one value for any number of posts: the statement keeps its name and its plan
  const { rows } = await sql<{ id: number; phase_id: number; account_id: number }>`
    INSERT INTO live_posts (session_id, phase_id, account_id, response_id, comment, comment_text, is_censored, filed_by, posted_at, confidence)
    SELECT session_id, phase_id, account_id, response_id, comment, comment_text, is_censored, filed_by, posted_at, confidence
      FROM jsonb_to_recordset(${JSON.stringify(posts)}::jsonb)
           AS new (session_id bigint, phase_id bigint, account_id bigint, response_id bigint, comment jsonb, comment_text text,
                   is_censored boolean, filed_by text, posted_at timestamptz, confidence text)
    ON CONFLICT (phase_id, account_id) DO NOTHING RETURNING id, phase_id, account_id`.execute(tx);
  return new Map(rows.map(({ id, phase_id, account_id }) => [postKey(phase_id, account_id), id]));
}

export async function listLoggedIn(db: Db, sessionId: number): Promise<number[]> {
  const rows = await db.selectFrom('live_participants').select('account_id').where('session_id', '=', sessionId).orderBy('account_id').execute();
  return rows.map(({ account_id }) => account_id);
}

export async function listAnswered(db: Db, phaseId: number): Promise<number[]> {
  const rows = await db.selectFrom('live_posts').select('account_id').where('phase_id', '=', phaseId).execute();
  return rows.map(({ account_id }) => account_id);
}

export async function listDrafts(db: Db, phaseId: number): Promise<(AnswerContent & { account_id: number })[]> {
  const rows = await db.selectFrom('live_drafts').select(['account_id', 'response_id', 'comment', 'confidence']).where('phase_id', '=', phaseId).execute();
  return rows.map((row) => ({ ...row, comment: row.comment as RichTextDocument }));
}

export interface NewDraft {
  phase_id: number;
  account_id: number;
  revision: number;
  response_id: number | null;
  comment: RichTextDocument;
  confidence: Confidence | null;
  saved_at: Date;
}

/**
 * Stores one draft per student, unless an equal or newer revision is stored already. Returns the stored ones by
 * `postKey`.
 */
export async function saveDrafts(tx: Tx, drafts: readonly NewDraft[]): Promise<Set<string>> {
  if (drafts.length === 0) return new Set();
  const { rows } = await sql<{ phase_id: number; account_id: number }>`
    INSERT INTO live_drafts (phase_id, account_id, revision, response_id, comment, confidence, saved_at)
    SELECT phase_id, account_id, revision, response_id, comment, confidence, saved_at
      FROM jsonb_to_recordset(${JSON.stringify(drafts)}::jsonb)
           AS new (phase_id bigint, account_id bigint, revision bigint, response_id bigint, comment jsonb, confidence text, saved_at timestamptz)
     ORDER BY phase_id, account_id
    ON CONFLICT (phase_id, account_id) DO UPDATE
       SET revision = excluded.revision, response_id = excluded.response_id, comment = excluded.comment, confidence = excluded.confidence,
           saved_at = excluded.saved_at
     WHERE live_drafts.revision < excluded.revision
    RETURNING phase_id, account_id`.execute(tx);
  return new Set(rows.map(({ phase_id, account_id }) => postKey(phase_id, account_id)));
}

export interface NewLate {
  session_id: number;
  form: Form;
  account_id: number;
  kind: 'answer' | 'draft';
  /** The revision of a draft. */
  revision: number | null;
  response_id: number | null;
  comment: RichTextDocument;
  received_at: Date;
}

/** The maximum number of different late answers kept per student and form; no student carries more devices. */
const MOST_LATE_ANSWERS = 5;
/** The expression that distinguishes late answers, as in their unique index. */
const LATE_WORDS = sql`hashtextextended(coalesce(response_id::text, '') || ' ' || comment::text, 0)`;

/**
 * Stores what arrived too late: per student and form the draft of the highest revision, in any order of arrival, and
 * the newest answers that differ. A repeat of a stored one counts as received now.
 */
export async function saveLate(tx: Tx, late: readonly NewLate[]): Promise<void> {
  if (late.length === 0) return;
  const rows = JSON.stringify(late);
  await sql`
    INSERT INTO live_late_answers (session_id, form, account_id, kind, revision, response_id, comment, received_at)
    SELECT DISTINCT ON (session_id, form, account_id, kind, ${LATE_WORDS})
           session_id, form, account_id, kind, revision, response_id, comment, received_at
      FROM jsonb_to_recordset(${rows}::jsonb)
           AS new (session_id bigint, form text, account_id bigint, kind text, revision bigint, response_id bigint, comment jsonb, received_at timestamptz)
     ORDER BY session_id, form, account_id, kind, ${LATE_WORDS}
    ON CONFLICT (session_id, form, account_id, kind, ${LATE_WORDS})
       DO UPDATE SET received_at = excluded.received_at, revision = greatest(live_late_answers.revision, excluded.revision)`.execute(tx);
  await sql`
    DELETE FROM live_late_answers WHERE id IN (
      SELECT id FROM (
        SELECT id, kind, row_number() OVER (PARTITION BY session_id, form, account_id, kind ORDER BY revision DESC NULLS LAST, received_at DESC, id DESC) AS place
          FROM live_late_answers
         WHERE (session_id, form, account_id, kind) IN (
                 SELECT session_id, form, account_id, kind
                   FROM jsonb_to_recordset(${rows}::jsonb) AS new (session_id bigint, form text, account_id bigint, kind text))) AS kept
       WHERE place > CASE kind WHEN 'draft' THEN 1 ELSE ${MOST_LATE_ANSWERS}::integer END)`.execute(tx);
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
  return listLateOf(db, sessionId, [accountId]);
}

/** Returns the late answers of several students in a run. */
export async function listLateOf(db: Db, sessionId: number, accountIds: readonly number[]): Promise<(LateRow & { account_id: number })[]> {
  const rows = await db
    .selectFrom('live_late_answers as late')
    .leftJoin('question_responses as response', 'response.id', 'late.response_id')
    .select(['late.account_id', 'late.form', 'late.kind', 'late.response_id', 'response.title as response', 'late.comment', 'late.received_at'])
    .where('late.session_id', '=', sessionId)
    .where(sql<boolean>`late.account_id = ANY(${accountIds}::bigint[])`)
    .orderBy('late.id')
    .execute();
  return rows.map((row) => ({ ...row, comment: row.comment as RichTextDocument }));
}
