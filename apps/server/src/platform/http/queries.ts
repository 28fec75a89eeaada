import { sql } from 'kysely';
import type { Db, Tx } from '../database/index.ts';

interface KeyOfCall {
  accountId: number;
  endpoint: string;
  key: string;
}

/** Waits for a call under the same key that is still running, on any process. */
export async function lockIdempotencyKey(tx: Tx, { accountId, endpoint, key }: KeyOfCall): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${accountId} ${endpoint} ${key}`}, 7))`.execute(tx);
}

export async function findIdempotentResult(
  db: Db,
  { accountId, endpoint, key }: KeyOfCall,
): Promise<{ bodyHash: Buffer; httpStatus: number; response: unknown } | null> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'http_status', 'response'])
    .where('account_id', '=', accountId)
    .where('endpoint', '=', endpoint)
    .where('key', '=', key)
    .executeTakeFirst();
  return row ? { bodyHash: row.body_hash, httpStatus: row.http_status, response: row.response } : null;
}

export async function saveIdempotentResult(
  tx: Tx,
  { accountId, endpoint, key }: KeyOfCall,
  bodyHash: Buffer,
  httpStatus: number,
  response: unknown,
): Promise<void> {
  await tx
    .insertInto('idempotency_keys')
    .values({ account_id: accountId, endpoint, key, body_hash: bodyHash, http_status: httpStatus, response: JSON.stringify(response) })
    .execute();
}

/** Keys older than 48 hours. */
export async function deleteOldIdempotencyKeys(db: Db): Promise<void> {
  await sql`DELETE FROM idempotency_keys WHERE created_at < app_now() - interval '48 hours'`.execute(db);
}

/** Goes the way of every commit, to the disk and back, and leaves nothing behind. */
export async function writeToDatabase(db: Db): Promise<void> {
  await sql`SELECT pg_logical_emit_message(true, 'classwright', '')`.execute(db);
}
