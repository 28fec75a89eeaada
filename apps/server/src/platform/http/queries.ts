import { type RawBuilder, sql } from 'kysely';
import { ask, type Db, type Question, type Tx, UNAWAITED } from '../database/index.ts';

export interface KeyOfCall {
  accountId: number;
  endpoint: string;
  key: string;
}

/** Waits for a call under the same key that is still running, on any process. */
export async function lockIdempotencyKey(tx: Tx, { accountId, endpoint, key }: KeyOfCall): Promise<void> {
  await sql`${sql.raw(UNAWAITED)} SELECT pg_advisory_xact_lock(hashtextextended(${`${accountId} ${endpoint} ${key}`}, 7))`.execute(tx);
}

/** The response to the first call under a key. */
export interface KeptResult {
  bodyHash: Buffer;
  httpStatus: number;
  response: unknown;
}

interface KeptRow {
  body_hash: Buffer;
  http_status: number;
  response: unknown;
}

/** Asks for the result kept under a key; null if there is none. */
export const askIdempotentResult = ({ accountId, endpoint, key }: KeyOfCall): Question<KeptRow, KeptResult | null> => ({
  statement: sql<KeptRow>`
    SELECT body_hash, http_status, response FROM idempotency_keys WHERE account_id = ${accountId} AND endpoint = ${endpoint} AND key = ${key}`,
  read: ([row]) => (row ? { bodyHash: row.body_hash, httpStatus: row.http_status, response: row.response } : null),
});

export const findIdempotentResult = (db: Db, call: KeyOfCall): Promise<KeptResult | null> => ask(db, askIdempotentResult(call));

export async function saveIdempotentResult(
  tx: Tx,
  { accountId, endpoint, key }: KeyOfCall,
  bodyHash: Buffer,
  httpStatus: number,
  response: unknown,
): Promise<void> {
  await sql`${sql.raw(UNAWAITED)}
    INSERT INTO idempotency_keys (account_id, endpoint, key, body_hash, http_status, response)
    VALUES (${accountId}, ${endpoint}, ${key}, ${bodyHash}, ${httpStatus}, ${JSON.stringify(response)})`.execute(tx);
}

/** Columns of `kept_results`, as `toKeptResult` reads them. */
export interface KeptColumns {
  kept_hash: Buffer | null;
  kept_status: number | null;
  kept_response: unknown;
}

/** Joins the kept results as `kept`, for statements that read many things for many calls. */
export const joinKeptResults = (call: { accountId: RawBuilder<unknown>; endpoint: RawBuilder<unknown>; key: RawBuilder<unknown> }) => sql`
  LEFT JOIN LATERAL (SELECT body_hash, http_status, response FROM idempotency_keys
                      WHERE account_id = ${call.accountId} AND endpoint = ${call.endpoint} AND key = ${call.key} OFFSET 0) kept ON true`;
export const keptColumns = sql`kept.body_hash AS kept_hash, kept.http_status AS kept_status, kept.response AS kept_response`;

export function toKeptResult({ kept_hash, kept_status, kept_response }: KeptColumns): KeptResult | null {
  return kept_hash === null || kept_status === null ? null : { bodyHash: kept_hash, httpStatus: kept_status, response: kept_response };
}

/** Saves the responses to many calls with their effects; `text` is JSON. Fails when one of the keys exists already. */
export async function saveAnswers(
  tx: Tx,
  calls: readonly { call: KeyOfCall & { bodyHash: Buffer }; answer: { httpStatus: number; text: string } }[],
): Promise<void> {
  if (calls.length === 0) return;
  // The responses are JSON already, and are not written a second time.
  const rows = calls.map(({ call, answer }) => {
    const { accountId, endpoint, key, bodyHash } = call;
    const columns = JSON.stringify({ account_id: accountId, endpoint, key, body_hash: bodyHash.toString('hex'), http_status: answer.httpStatus });
    return `${columns.slice(0, -1)},"response":${answer.text}}`;
  });
  await sql`
    INSERT INTO idempotency_keys (account_id, endpoint, key, body_hash, http_status, response)
    SELECT account_id, endpoint, key, decode(body_hash, 'hex'), http_status, response
      FROM jsonb_to_recordset(${`[${rows.join(',')}]`}::jsonb)
           AS kept (account_id bigint, endpoint text, key text, body_hash text, http_status smallint, response jsonb)
     ORDER BY account_id, endpoint, key`.execute(tx);
}

/** Deletes keys older than 48 hours. */
export async function deleteOldIdempotencyKeys(db: Db): Promise<void> {
  await sql`DELETE FROM idempotency_keys WHERE created_at < app_moment() - interval '48 hours'`.execute(db);
}

/** Tests a write: it goes through a commit, to the disk and back, and leaves nothing behind. */
export async function writeToDatabase(db: Db): Promise<void> {
  await sql`SELECT pg_logical_emit_message(true, 'classwright', '')`.execute(db);
}
