import type { CONNECTION_STATES } from '@classwright/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../../platform/database/index.ts';

export type ConnectionState = (typeof CONNECTION_STATES)[number];

export interface ConnectionRow {
  id: number;
  source_id: number;
  school_id: number;
  account_id: number;
  account_name: string;
  subject: string;
  email: string;
  scopes: string[];
  state: ConnectionState;
  origin: string;
  last_ok_at: Date | null;
  created_at: Date;
}

const connections = sql`
  SELECT connection.id, connection.source_id, source.school_id, connection.account_id, account.full_name AS account_name,
         connection.subject, connection.email, connection.scopes, connection.state, connection.origin, connection.last_ok_at, connection.created_at
    FROM sync_connections connection JOIN external_sources source ON source.id = connection.source_id
    JOIN people account ON account.id = connection.account_id AND account.status AND account.school_id = source.school_id`;

/** Returns the connections of active people of a source, oldest first. `accountId` null: everybody's. */
export async function listConnections(db: Db, sourceId: number, accountId: number | null): Promise<ConnectionRow[]> {
  const { rows } = await sql<ConnectionRow>`
    ${connections} WHERE connection.source_id = ${sourceId} AND (${accountId}::bigint IS NULL OR connection.account_id = ${accountId})
     ORDER BY connection.id`.execute(db);
  return rows;
}

export async function findConnection(db: Db, id: number): Promise<ConnectionRow | null> {
  const { rows } = await sql<ConnectionRow>`${connections} WHERE connection.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

export interface NewConnection {
  sourceId: number;
  accountId: number;
  subject: string;
  email: string;
  scopes: readonly string[];
  state: ConnectionState;
  origin: string;
  refreshSealed: Buffer | null;
  accessSealed: Buffer;
  expiresInSeconds: number;
}

/**
 * Stores a connection in place of the person's earlier one. Returns its id. A refresh token that Google did not repeat
 * is kept.
 */
export async function saveConnection(tx: Tx, connection: NewConnection): Promise<number> {
  const { sourceId, accountId, subject, email, scopes, state, origin, refreshSealed, accessSealed, expiresInSeconds } = connection;
  const { rows } = await sql<{ id: number }>`
    INSERT INTO sync_connections AS kept (source_id, account_id, subject, email, scopes, state, origin, refresh_sealed, access_sealed, access_expires_at, last_ok_at)
    VALUES (${sourceId}, ${accountId}, ${subject}, ${email}, ${[...scopes]}, ${state}, ${origin}, ${refreshSealed}, ${accessSealed},
            app_now() + make_interval(secs => ${expiresInSeconds}), app_now())
    ON CONFLICT (source_id, account_id) DO UPDATE
       SET email = excluded.email, scopes = excluded.scopes, state = excluded.state, origin = excluded.origin,
           refresh_sealed = coalesce(excluded.refresh_sealed, CASE WHEN kept.subject = excluded.subject THEN kept.refresh_sealed END),
           access_sealed = excluded.access_sealed, access_expires_at = excluded.access_expires_at, last_ok_at = app_now(), subject = excluded.subject
    RETURNING id`.execute(tx);
  return (rows[0] as { id: number }).id;
}

/** Returns another account that is linked to this person at Google. */
export async function findOtherHolder(db: Db, sourceId: number, subject: string, accountId: number): Promise<number | null> {
  const row = await db
    .selectFrom('sync_connections')
    .select('account_id')
    .where('source_id', '=', sourceId)
    .where('subject', '=', subject)
    .where('account_id', '<>', accountId)
    .executeTakeFirst();
  return row?.account_id ?? null;
}

/** Deletes a connection. Returns its encrypted refresh token, so that it can be revoked at Google. */
export async function deleteConnection(tx: Tx, id: number): Promise<{ refreshSealed: Buffer | null; accessSealed: Buffer | null } | null> {
  const row = await tx
    .deleteFrom('sync_connections')
    .where('id', '=', id)
    .returning(['refresh_sealed as refreshSealed', 'access_sealed as accessSealed'])
    .executeTakeFirst();
  return row ?? null;
}

export async function setConnectionState(db: Db, id: number, state: ConnectionState): Promise<boolean> {
  const { rows } = await sql`UPDATE sync_connections SET state = ${state} WHERE id = ${id} AND state <> ${state} RETURNING 1`.execute(db);
  return rows.length > 0;
}

export interface KeptTokens {
  refresh_sealed: Buffer | null;
  access_sealed: Buffer | null;
  /** True when the access token is valid for at least another minute. */
  is_fresh: boolean;
}

export async function findTokens(db: Db, id: number): Promise<KeptTokens | null> {
  const { rows } = await sql<KeptTokens>`
    SELECT refresh_sealed, access_sealed, coalesce(access_expires_at > app_now() + interval '1 minute', false) AS is_fresh
      FROM sync_connections WHERE id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** Locks a connection's tokens, so that only one of all processes refreshes them. */
export async function lockTokens(tx: Tx, id: number): Promise<KeptTokens | null> {
  await sql`SELECT FROM sync_connections WHERE id = ${id} FOR UPDATE`.execute(tx);
  return findTokens(tx, id);
}

export async function saveTokens(tx: Tx, id: number, tokens: { refreshSealed: Buffer | null; accessSealed: Buffer; expiresInSeconds: number }): Promise<void> {
  await sql`
    UPDATE sync_connections SET refresh_sealed = coalesce(${tokens.refreshSealed}, refresh_sealed), access_sealed = ${tokens.accessSealed},
           access_expires_at = app_now() + make_interval(secs => ${tokens.expiresInSeconds}), last_ok_at = app_now()
     WHERE id = ${id}`.execute(tx);
}
