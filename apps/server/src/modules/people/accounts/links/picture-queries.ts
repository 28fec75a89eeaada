import { sql } from 'kysely';
import { type Db, type Tx } from '../../../../platform/database/index.ts';

export interface PictureCard {
  account_id: number;
  /** Null until the student has chosen. */
  pictures_hash: string | null;
  wrong: number;
}

/** Finds the picture card with one of these hashes. `hold`: locks it until commit. */
export async function findPictureCard(db: Db, codeHashes: readonly Buffer[], { hold = false } = {}): Promise<PictureCard | null> {
  let query = db
    .selectFrom('picture_cards')
    .select(['account_id', 'pictures_hash', 'wrong'])
    .where('code_hash', 'in', codeHashes)
    .where('expires_at', '>', sql<Date>`app_now()`);
  if (hold) query = query.forUpdate();
  return (await query.executeTakeFirst()) ?? null;
}

/** Gives each account a card without pictures, for its first use within this time. Older cards of these accounts end. */
export async function putPictureCards(tx: Tx, cards: readonly { accountId: number; codeHash: Buffer }[], hours: number): Promise<Date | null> {
  const { rows } = await sql<{ expires_at: Date }>`
    INSERT INTO picture_cards (account_id, code_hash, expires_at)
    SELECT account_id, code_hash, app_now() + make_interval(hours => ${hours})
      FROM unnest(${cards.map(({ accountId }) => accountId)}::bigint[], ${cards.map(({ codeHash }) => codeHash)}::bytea[]) AS cards (account_id, code_hash)
     ORDER BY account_id
    ON CONFLICT (account_id) DO UPDATE SET code_hash = excluded.code_hash, pictures_hash = NULL, wrong = 0, expires_at = excluded.expires_at
    RETURNING expires_at`.execute(tx);
  return rows[0]?.expires_at ?? null;
}

/** Keeps the chosen pictures. */
export async function setPictures(tx: Tx, accountId: number, picturesHash: string, days: number): Promise<void> {
  await tx
    .updateTable('picture_cards')
    .set({ pictures_hash: picturesHash, wrong: 0, expires_at: sql<Date>`app_now() + make_interval(days => ${days})` })
    .where('account_id', '=', accountId)
    .execute();
}

/**
 * Counts a try as wrong before it is checked, so that simultaneous ones gain nothing. Returns the wrong tries with this one, or
 * null when the card asks for a teacher.
 */
export async function beginTry(db: Db, accountId: number, maxWrong: number): Promise<number | null> {
  const row = await db
    .updateTable('picture_cards')
    .set({ wrong: sql<number>`wrong + 1` })
    .where('account_id', '=', accountId)
    .where('wrong', '<', maxWrong)
    .returning('wrong')
    .executeTakeFirst();
  return row?.wrong ?? null;
}

/** Forgets the wrong tries after a right one, and keeps the card for as long as it is used. */
export async function endWrongTries(tx: Tx, accountId: number, days: number): Promise<void> {
  await tx
    .updateTable('picture_cards')
    .set({ wrong: 0, expires_at: sql<Date>`app_now() + make_interval(days => ${days})` })
    .where('account_id', '=', accountId)
    .execute();
}

/** Lets the student choose other pictures, within this time. Returns false for an account without a card. */
export async function clearPictures(tx: Tx, accountId: number, hours: number): Promise<boolean> {
  const row = await tx
    .updateTable('picture_cards')
    .set({ pictures_hash: null, wrong: 0, expires_at: sql<Date>`app_now() + make_interval(hours => ${hours})` })
    .where('account_id', '=', accountId)
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deletePictureCards(tx: Tx, accountIds: readonly number[]): Promise<void> {
  await tx.deleteFrom('picture_cards').where('account_id', 'in', accountIds).execute();
}

/** Returns the cards of these accounts that still work. */
export async function listPictureCards(db: Db, accountIds: readonly number[]): Promise<PictureCard[]> {
  if (accountIds.length === 0) return [];
  return db
    .selectFrom('picture_cards')
    .select(['account_id', 'pictures_hash', 'wrong'])
    .where('account_id', 'in', accountIds)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .execute();
}

export async function deleteOldPictureCards(db: Db): Promise<void> {
  await sql`DELETE FROM picture_cards WHERE expires_at < app_moment()`.execute(db);
}
