import { sql } from 'kysely';
import { type ApiScope, READS_KEPT_DAYS, RESTORE_MINUTES } from '@classwright/contract';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import type { Reach } from '../../../../platform/reach.ts';
import { isInReach } from '../../../../platform/reach-queries.ts';

export interface ClientRow {
  id: number;
  school_id: number;
  school_name: string;
  name: string;
  client_id: string;
  scopes: ApiScope[];
  created_at: Date;
  first_name: string;
  last_name: string;
  secret_set_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
  can_restore: boolean;
}

const clientColumns = sql`
  client.id, client.school_id, schools.school_name, client.name, client.client_id, client.scopes, client.created_at, people.first_name, people.last_name,
  client.secret_set_at, client.last_used_at, client.revoked_at,
  client.revoked_at IS NOT NULL AND client.revoked_at > app_now() - make_interval(mins => ${sql.lit(RESTORE_MINUTES)}) AS can_restore`;
const clientSource = sql`api_clients client JOIN schools ON schools.id = client.school_id JOIN people ON people.id = client.created_by`;

/** Lists the apps within reach, or of one school of it; revoked ones come last. */
export async function listClients(db: Db, reach: Reach, schoolId: number | null, most: number): Promise<ClientRow[]> {
  const { rows } = await sql<ClientRow>`
    SELECT ${clientColumns} FROM ${clientSource}
     WHERE ${isInReach(reach, 'client.school_id')} AND (${schoolId}::bigint IS NULL OR client.school_id = ${schoolId})
     ORDER BY client.revoked_at IS NOT NULL, client.id DESC LIMIT ${most}`.execute(db);
  return rows;
}

/** Returns true when an app has access to the school of a person; to any school, for people without one. */
export async function hasClients(db: Db, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT EXISTS (SELECT FROM api_clients client WHERE person.school_id IS NULL OR client.school_id = person.school_id) AS has
      FROM people person WHERE person.id = ${accountId}`.execute(db);
  return rows[0]?.has === true;
}

export async function findClient(db: Db, id: number): Promise<ClientRow | null> {
  const { rows } = await sql<ClientRow>`SELECT ${clientColumns} FROM ${clientSource} WHERE client.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Locks an app until commit. */
export async function lockClient(tx: Tx, id: number): Promise<ClientRow | null> {
  await sql`SELECT FROM api_clients WHERE id = ${id} FOR UPDATE`.execute(tx);
  return findClient(tx, id);
}

export interface NewClient {
  schoolId: number;
  name: string;
  clientId: string;
  scopes: readonly ApiScope[];
  secretHash: Buffer;
  accountId: number;
}

export async function insertClient(tx: Tx, { schoolId, name, clientId, scopes, secretHash, accountId }: NewClient): Promise<number> {
  const row = await tx
    .insertInto('api_clients')
    .values({ school_id: schoolId, name, client_id: clientId, scopes: [...scopes], secret_hash: secretHash, created_by: accountId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Replaces an app's secret, and ends the tokens issued for the old one. */
export async function replaceSecret(tx: Tx, id: number, secretHash: Buffer): Promise<void> {
  await sql`UPDATE api_clients SET secret_hash = ${secretHash}, secret_set_at = app_now() WHERE id = ${id}`.execute(tx);
  await tx.deleteFrom('api_client_tokens').where('api_client_id', '=', id).execute();
}

/** Revokes an app's access and ends its tokens, or restores its access. */
export async function setRevoked(tx: Tx, id: number, isRevoked: boolean): Promise<void> {
  await sql`UPDATE api_clients SET revoked_at = CASE WHEN ${isRevoked}::boolean THEN app_now() END WHERE id = ${id}`.execute(tx);
  if (isRevoked) await tx.deleteFrom('api_client_tokens').where('api_client_id', '=', id).execute();
}

export interface ReadRow {
  id: number;
  at: Date;
  method: string;
  operation: string;
  path: string;
  row_count: number;
  address: string;
}

/** Lists an app's reads and writes, newest first. */
export async function listReads(db: Db, id: number, { page, per_page }: { page: number; per_page: number }): Promise<{ rows: ReadRow[]; total: number }> {
  const { rows } = await sql<ReadRow>`
    SELECT id, at, method, operation, path, row_count, address FROM api_client_reads
     WHERE api_client_id = ${id} ORDER BY id DESC LIMIT ${per_page} OFFSET ${(page - 1) * per_page}`.execute(db);
  const counted = await sql<{ total: number }>`SELECT count(*) AS total FROM api_client_reads WHERE api_client_id = ${id}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

/**
 * Finds an app by its identifier, with the hash of its secret; null if there is none, or its access or school has
 * ended.
 */
export async function findBySelf(db: Db, clientId: string): Promise<{ id: number; scopes: ApiScope[]; secret_hash: Buffer; is_suspended: boolean } | null> {
  const { rows } = await sql<{ id: number; scopes: ApiScope[]; secret_hash: Buffer; is_suspended: boolean }>`
    SELECT client.id, client.scopes, client.secret_hash,
           EXISTS (SELECT FROM suspended_schools suspended WHERE suspended.school_id = client.school_id) AS is_suspended
      FROM api_clients client JOIN schools ON schools.id = client.school_id
     WHERE client.client_id = ${clientId} AND client.revoked_at IS NULL AND schools.archived_at IS NULL`.execute(db);
  return rows[0] ?? null;
}

/** The maximum number of tokens of an app; beyond it the oldest are deleted. */
const MOST_TOKENS = 20;

interface NewToken {
  hash: Buffer;
  clientId: number;
  /** The hash of the secret that the token was requested with; another secret has ended it. */
  secretHash: Buffer;
  scopes: readonly ApiScope[];
  seconds: number;
}

/** Stores a token. Returns false if the app's access was revoked, or its secret changed, in between. */
export async function insertToken(tx: Tx, token: NewToken): Promise<boolean> {
  const held = await sql`
    SELECT FROM api_clients WHERE id = ${token.clientId} AND secret_hash = ${token.secretHash} AND revoked_at IS NULL FOR UPDATE`.execute(tx);
  if (held.rows.length === 0) return false;
  await sql`
    DELETE FROM api_client_tokens WHERE token_hash IN (
      SELECT token_hash FROM api_client_tokens WHERE api_client_id = ${token.clientId} ORDER BY expires_at DESC OFFSET ${MOST_TOKENS - 1})`.execute(tx);
  await sql`
    INSERT INTO api_client_tokens (token_hash, api_client_id, scopes, expires_at)
    VALUES (${token.hash}, ${token.clientId}, ${[...token.scopes]}::text[], app_now() + make_interval(secs => ${token.seconds}))`.execute(tx);
  return true;
}

/** The app that a token was issued to. */
export interface Caller {
  id: number;
  schoolId: number;
  scopes: ApiScope[];
  /** The name of the school while it is suspended. */
  suspended_school: string | null;
}

/** Finds the app of this token; null if it is no longer valid. */
export async function findCaller(db: Db, tokenHash: Buffer): Promise<Caller | null> {
  const { rows } = await sql<Caller>`
    SELECT client.id, client.school_id AS "schoolId", token.scopes, suspended.school_name AS suspended_school
      FROM api_client_tokens token
      JOIN api_clients client ON client.id = token.api_client_id JOIN schools ON schools.id = client.school_id
      LEFT JOIN suspended_schools suspended ON suspended.school_id = client.school_id
     WHERE token.token_hash = ${tokenHash} AND token.expires_at > app_now() AND client.revoked_at IS NULL AND schools.archived_at IS NULL`.execute(db);
  return rows[0] ?? null;
}

export interface NewRead {
  clientId: number;
  method: string;
  operation: string;
  path: string;
  rows: number;
  address: string;
}

/** Records an app's read or write; its last visit is updated once a minute. */
export async function insertRead(db: Db, { clientId, method, operation, path, rows, address }: NewRead): Promise<void> {
  await sql`
    WITH used AS (
      UPDATE api_clients SET last_used_at = app_now()
       WHERE id = ${clientId} AND (last_used_at IS NULL OR last_used_at < app_now() - interval '1 minute'))
    INSERT INTO api_client_reads (api_client_id, method, operation, path, row_count, address)
    VALUES (${clientId}, ${method}, ${operation}, ${path}, ${rows}, ${address})`.execute(db);
}

const ROWS_AT_ONCE = 5_000;

/** Deletes expired tokens, and read records past their retention. */
export async function deleteOld(db: Db): Promise<void> {
  await sql`DELETE FROM api_client_tokens WHERE expires_at < app_moment()`.execute(db);
  for (let deleted = ROWS_AT_ONCE; deleted === ROWS_AT_ONCE; ) {
    const { numAffectedRows } = await sql`
      DELETE FROM api_client_reads WHERE id IN (
        SELECT id FROM api_client_reads WHERE at < app_moment() - make_interval(days => ${READS_KEPT_DAYS}) ORDER BY at LIMIT ${ROWS_AT_ONCE})`.execute(db);
    deleted = Number(numAffectedRows ?? 0);
  }
}
