import { ALIAS_PAIRS } from '@classwright/rules/live';
import { sql } from 'kysely';
import { anyLength, type Db, type Tx } from '../../../../platform/database/index.ts';
import type { FeedPart } from './queries.ts';

/** A text that staff have hidden, and the text before its author rewrote it. */
export interface HiddenRow {
  id: number;
  session_id: number;
  post_id: number;
  subject_type: 'post' | 'comment' | 'reply';
  subject_id: number;
  account_id: number;
  reason: 'unkind' | 'off-topic' | 'private' | 'gives-away' | 'other';
  words: string;
  is_hidden: boolean;
  hidden_at: Date;
  first_name: string;
  last_name: string;
  original: string | null;
  /** The text as it was stored when this was read. */
  text: string;
}

const selectHidden = (db: Db) =>
  db
    .selectFrom('live_hidden')
    .innerJoin('people', 'people.id', 'live_hidden.hidden_by')
    .select([
      'live_hidden.id',
      'live_hidden.session_id',
      'live_hidden.post_id',
      'live_hidden.subject_type',
      'live_hidden.subject_id',
      'live_hidden.account_id',
      'live_hidden.reason',
      'live_hidden.words',
      'live_hidden.is_hidden',
      'live_hidden.hidden_at',
      'people.first_name',
      'people.last_name',
      sql<string | null>`live_hidden.original #>> '{}'`.as('original'),
      sql<string>`CASE live_hidden.subject_type WHEN 'post' THEN (SELECT comment_text FROM live_posts WHERE id = live_hidden.subject_id)
                       WHEN 'comment' THEN (SELECT comment FROM post_comments WHERE id = live_hidden.subject_id)
                       ELSE (SELECT reply FROM comment_replies WHERE id = live_hidden.subject_id) END`.as('text'),
    ])
    .$narrowType<Pick<HiddenRow, 'subject_type' | 'reason'>>();

/** Lists what was hidden on the posts of a form, or on one post, including what is shown again. */
export async function listHidden(db: Db, part: FeedPart): Promise<HiddenRow[]> {
  const rows = selectHidden(db);
  if ('postId' in part) return rows.where('live_hidden.post_id', '=', part.postId).execute();
  return rows.innerJoin('live_posts', 'live_posts.id', 'live_hidden.post_id').where('live_posts.phase_id', '=', part.phaseId).execute();
}

/** Lists what is hidden of one student in a session, the newest first. */
export async function listHiddenOf(db: Db, sessionId: number, accountId: number): Promise<HiddenRow[]> {
  return selectHidden(db)
    .where('live_hidden.session_id', '=', sessionId)
    .where('live_hidden.account_id', '=', accountId)
    .where('live_hidden.is_hidden', '=', true)
    .orderBy('live_hidden.id', 'desc')
    .execute();
}

/** Returns true when the post is hidden from the class, or the comment on it. */
export async function isHiddenFromClass(db: Db, postId: number, commentId: number | null): Promise<boolean> {
  const rows = await selectHidden(db).where('live_hidden.post_id', '=', postId).where('is_hidden', '=', true).execute();
  return rows.some(({ subject_type, subject_id }) => subject_type === 'post' || (subject_type === 'comment' && subject_id === commentId));
}

/** Finds what was hidden of a text, or null. */
export async function findHidden(db: Db, { type, id }: { type: HiddenRow['subject_type']; id: number }): Promise<HiddenRow | null> {
  return (await selectHidden(db).where('subject_type', '=', type).where('subject_id', '=', id).executeTakeFirst()) ?? null;
}

/** Hides a text. Returns false when it is hidden already. */
export async function insertHidden(
  tx: Tx,
  hidden: Pick<HiddenRow, 'session_id' | 'post_id' | 'subject_type' | 'subject_id' | 'account_id' | 'reason' | 'words'> & { hidden_by: number },
): Promise<boolean> {
  const { reason, words, hidden_by } = hidden;
  const row = await tx
    .insertInto('live_hidden')
    .values(hidden)
    .onConflict((conflict) =>
      conflict
        .columns(['subject_type', 'subject_id'])
        .doUpdateSet({ reason, words, hidden_by, is_hidden: true, hidden_at: sql`app_now()` })
        .where('live_hidden.is_hidden', '=', false),
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Shows a hidden text again. Returns false when it is shown already. */
export async function showAgain(tx: Tx, { type, id }: { type: HiddenRow['subject_type']; id: number }): Promise<boolean> {
  const row = await tx
    .updateTable('live_hidden')
    .set({ is_hidden: false })
    .where('subject_type', '=', type)
    .where('subject_id', '=', id)
    .where('is_hidden', '=', true)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Keeps the text before it is rewritten, and shows the text again. Returns false when it was rewritten already. */
export async function saveOriginal(tx: Tx, hiddenId: number, original: string): Promise<boolean> {
  const row = await tx
    .updateTable('live_hidden')
    .set({ original: JSON.stringify(original), rewritten_at: sql`app_now()`, is_hidden: false })
    .where('id', '=', hiddenId)
    .where('rewritten_at', 'is', null)
    .where('is_hidden', '=', true)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** A student's text of one kind, as it is stored. */
export interface StoredText {
  account_id: number;
  by_student: boolean;
  /** Without formatting. */
  text: string;
}

/** Finds the author and the words of a post, comment or reply; null when there is none. */
export async function findText(db: Db, { type, id }: { type: HiddenRow['subject_type']; id: number }): Promise<StoredText | null> {
  if (type === 'post') {
    const post = await db.selectFrom('live_posts').select(['account_id', 'comment_text as text']).where('id', '=', id).executeTakeFirst();
    return post ? { ...post, by_student: true } : null;
  }
  const found =
    type === 'comment'
      ? db.selectFrom('post_comments').select(['account_id', 'by_student', 'comment as text']).where('id', '=', id)
      : db.selectFrom('comment_replies').select(['account_id', 'by_student', 'reply as text']).where('id', '=', id);
  return (await found.executeTakeFirst()) ?? null;
}

/** Replaces the words of a text. `document`: the same words as rich text. */
export async function replaceText(
  tx: Tx,
  { type, id }: { type: HiddenRow['subject_type']; id: number },
  { text, document, isCensored }: { text: string; document: object; isCensored: boolean },
): Promise<void> {
  const is_censored = isCensored;
  if (type === 'post')
    await tx
      .updateTable('live_posts')
      .set({ comment: JSON.stringify(document), comment_text: text, is_censored })
      .where('id', '=', id)
      .execute();
  else if (type === 'comment') await tx.updateTable('post_comments').set({ comment: text, is_censored }).where('id', '=', id).execute();
  else await tx.updateTable('comment_replies').set({ reply: text, is_censored }).where('id', '=', id).execute();
}

/**
 * Returns the alias numbers of accounts in a session without names (LIVE-112). Accounts without one get one: a free
 * number by chance, so that it says nothing in another lesson. Processes that do so at the same moment take turns, since two
 * that wait for each other's rows would end in a deadlock, and agree: a number belongs to one account, and an account keeps
 * its first.
 */
export async function listAliases(db: Db, sessionId: number, accountIds: readonly number[]): Promise<Map<number, number>> {
  for (;;) {
    const rows = await db
      .selectFrom('live_aliases')
      .select(['account_id', 'alias'])
      .where('session_id', '=', sessionId)
      .where(sql<boolean>`account_id = ANY (${[...accountIds]}::bigint[])`)
      .execute();
    const known = new Map(rows.map(({ account_id, alias }) => [account_id, alias]));
    const missing = [...new Set(accountIds)].filter((id) => !known.has(id));
    if (missing.length === 0) return known;
    await sql`
      WITH alone AS MATERIALIZED (SELECT pg_advisory_xact_lock(hashtextextended('aliases of a session', ${sessionId}))),
           lacking AS (SELECT account_id, row_number() OVER () AS place FROM unnest(${anyLength(missing, 'bigint')}) AS lacks (account_id)),
           used AS (SELECT alias FROM live_aliases WHERE session_id = ${sessionId}),
           free AS (SELECT alias, row_number() OVER (ORDER BY gen_random_uuid()) AS place
                      FROM generate_series(0, greatest(${ALIAS_PAIRS}::integer, 2 * (${missing.length}::integer + (SELECT count(*)::integer FROM used))) - 1) AS alias
                     WHERE alias NOT IN (SELECT alias FROM used))
      INSERT INTO live_aliases (session_id, account_id, alias)
      SELECT ${sessionId}, lacking.account_id, free.alias FROM alone CROSS JOIN lacking JOIN free USING (place) ORDER BY free.alias
          ON CONFLICT DO NOTHING`.execute(db);
  }
}
