import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

export async function insertCode(tx: Tx, code: { codeHash: Buffer; tokenId: number; target: string; seconds: number }): Promise<void> {
  await tx
    .insertInto('hand_off_codes')
    .values({
      code_hash: code.codeHash,
      token_id: code.tokenId,
      target: code.target,
      expires_at: sql<Date>`app_now() + make_interval(secs => ${code.seconds})`,
    })
    .execute();
}

/**
 * Uses up an unexpired code, once, if it was issued for this place. Returns the token that requested it and its target.
 */
export async function useCode(
  db: Db,
  codeHash: Buffer,
  where: { path: string } | { site: string | null },
): Promise<{ token_id: number; target: string } | null> {
  const leadsHere =
    'path' in where ? sql<boolean>`target = ${where.path}` : where.site === null ? sql<boolean>`target NOT LIKE '/%'` : sql<boolean>`target = ${where.site}`;
  const { rows } = await sql<{ token_id: number; target: string }>`
    UPDATE hand_off_codes SET used_at = app_now() WHERE code_hash = ${codeHash} AND used_at IS NULL AND expires_at > app_now() AND ${leadsHere}
    RETURNING token_id, target`.execute(db);
  return rows[0] ?? null;
}

export async function deleteOldCodes(db: Db): Promise<void> {
  await sql`DELETE FROM hand_off_codes WHERE expires_at < app_moment()`.execute(db);
}
