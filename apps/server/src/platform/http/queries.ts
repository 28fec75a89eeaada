import { type RawBuilder, sql } from 'kysely';
import { type Db, runTogether, runWithCommit, type Tx } from '../database/index.ts';

export interface KeyOfCall {
  accountId: number;
  endpoint: string;
  key: string;
}

/** What the first call under a key was answered. */
export interface KeptResult {
  bodyHash: Buffer;
  httpStatus: number;
  response: unknown;
}

export async function findIdempotentResult(db: Db, call: KeyOfCall): Promise<KeptResult | null> {
  const [row] = await selectResult(db, call).execute();
  return row ?? null;
}

const selectResult = (db: Db, { accountId, endpoint, key }: KeyOfCall) =>
  db
    .selectFrom('idempotency_keys')
    .select(['body_hash as bodyHash', 'http_status as httpStatus', 'response'])
    .where('account_id', '=', accountId)
    .where('endpoint', '=', endpoint)
    .where('key', '=', key);

/** The same, once a call under the key that is still running has ended, on any process; until commit none begins. */
export async function lockIdempotentResult(tx: Tx, call: KeyOfCall): Promise<KeptResult | null> {
  const lock = sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${call.accountId} ${call.endpoint} ${call.key}`}, 7))`;
  const [, [row]] = await runTogether(tx, { compile: () => lock.compile(tx) }, selectResult(tx, call));
  return row ?? null;
}

/** With the commit. */
export async function saveIdempotentResult(
  tx: Tx,
  { accountId, endpoint, key }: KeyOfCall,
  bodyHash: Buffer,
  httpStatus: number,
  response: unknown,
): Promise<void> {
  const row = { account_id: accountId, endpoint, key, body_hash: bodyHash, http_status: httpStatus, response: JSON.stringify(response) };
  await runWithCommit(tx, tx.insertInto('idempotency_keys').values(row));
}

/** Columns of `kept_results`, as `toKeptResult` reads them. */
export interface KeptColumns {
  kept_hash: Buffer | null;
  kept_status: number | null;
  kept_response: unknown;
}

/** For statements that read many things of many calls at once: the kept results, to be joined as `kept`. */
export const joinKeptResults = (call: { accountId: RawBuilder<unknown>; endpoint: RawBuilder<unknown>; key: RawBuilder<unknown> }) => sql`
  LEFT JOIN idempotency_keys kept ON kept.account_id = ${call.accountId} AND kept.endpoint = ${call.endpoint} AND kept.key = ${call.key}`;
export const keptColumns = sql`kept.body_hash AS kept_hash, kept.http_status AS kept_status, kept.response AS kept_response`;

export function toKeptResult({ kept_hash, kept_status, kept_response }: KeptColumns): KeptResult | null {
  return kept_hash === null || kept_status === null ? null : { bodyHash: kept_hash, httpStatus: kept_status, response: kept_response };
}

/** Keeps the answers of many calls with their effects; `text` is JSON. Fails when one of the keys is there already. */
export async function saveAnswers(
  tx: Tx,
  calls: readonly { call: KeyOfCall & { bodyHash: Buffer }; answer: { httpStatus: number; text: string } }[],
): Promise<void> {
  if (calls.length === 0) return;
  // the answers are JSON already, and are not written a second time
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

/** Keys older than 48 hours. */
export async function deleteOldIdempotencyKeys(db: Db): Promise<void> {
  await sql`DELETE FROM idempotency_keys WHERE created_at < app_now() - interval '48 hours'`.execute(db);
}

/** Goes the way of every commit, to the disk and back, and leaves nothing behind. */
export async function writeToDatabase(db: Db): Promise<void> {
  await sql`SELECT pg_logical_emit_message(true, 'classwright', '')`.execute(db);
}
