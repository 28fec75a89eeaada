import type { DRIVE_STANDINGS } from '@classwright/contract';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/index.ts';

export type ConnectionState = Exclude<(typeof DRIVE_STANDINGS)[number], 'not_set_up' | 'not_connected' | 'no_consent'>;

export interface DriveConnectionRow {
  email: string;
  state: ConnectionState;
  refresh_sealed: Buffer | null;
  access_sealed: Buffer;
  /** True when the access token is valid for five more minutes. */
  is_fresh: boolean;
}

export async function findDriveConnection(db: Db, accountId: number): Promise<DriveConnectionRow | null> {
  const { rows } = await sql<DriveConnectionRow>`
    SELECT email, state, refresh_sealed, access_sealed, access_expires_at > app_now() + interval '5 minutes' AS is_fresh
      FROM drive_connections WHERE account_id = ${accountId}`.execute(db);
  return rows[0] ?? null;
}

/** Locks a person's connection until commit, so that copies for the same person take turns. */
export async function lockDriveConnection(tx: Tx, accountId: number): Promise<void> {
  await sql`SELECT FROM drive_connections WHERE account_id = ${accountId} FOR UPDATE`.execute(tx);
}

export interface NewDriveConnection {
  accountId: number;
  subject: string;
  email: string;
  refreshSealed: Buffer | null;
  accessSealed: Buffer;
  expiresInSeconds: number;
}

/** Saves a connection, replacing the person's previous one. A refresh token that Google did not repeat is kept. */
export async function saveDriveConnection(tx: Tx, connection: NewDriveConnection): Promise<void> {
  const { accountId, subject, email, refreshSealed, accessSealed, expiresInSeconds } = connection;
  await sql`
    INSERT INTO drive_connections AS kept (account_id, subject, email, refresh_sealed, access_sealed, access_expires_at)
    VALUES (${accountId}, ${subject}, ${email}, ${refreshSealed}, ${accessSealed}, app_now() + make_interval(secs => ${expiresInSeconds}))
    ON CONFLICT (account_id) DO UPDATE
       SET email = excluded.email, state = 'ok', access_sealed = excluded.access_sealed, access_expires_at = excluded.access_expires_at,
           refresh_sealed = coalesce(excluded.refresh_sealed, CASE WHEN kept.subject = excluded.subject THEN kept.refresh_sealed END),
           subject = excluded.subject`.execute(tx);
}

/** Deletes a connection. Returns its address. Null: there was none. */
export async function deleteDriveConnection(tx: Tx, accountId: number): Promise<string | null> {
  const row = await tx.deleteFrom('drive_connections').where('account_id', '=', accountId).returning('email').executeTakeFirst();
  return row?.email ?? null;
}

/** Forgets the connections of people who may not use Google Drive any more. */
export async function forgetDriveConnections(tx: Tx, accountIds: readonly number[]): Promise<void> {
  await sql`DELETE FROM drive_connections WHERE account_id = ANY(${[...accountIds]}::bigint[])`.execute(tx);
}

export async function setDriveState(db: Db, accountId: number, state: ConnectionState): Promise<void> {
  await sql`UPDATE drive_connections SET state = ${state} WHERE account_id = ${accountId} AND state <> ${state}`.execute(db);
}

/** Saves the tokens of a refresh, unless the person has reconnected since. */
export async function saveDriveTokens(
  db: Db,
  accountId: number,
  before: Pick<DriveConnectionRow, 'access_sealed'>,
  tokens: { refreshSealed: Buffer | null; accessSealed: Buffer; expiresInSeconds: number },
): Promise<void> {
  await sql`
    UPDATE drive_connections SET refresh_sealed = coalesce(${tokens.refreshSealed}, refresh_sealed), access_sealed = ${tokens.accessSealed},
           access_expires_at = app_now() + make_interval(secs => ${tokens.expiresInSeconds})
     WHERE account_id = ${accountId} AND access_sealed = ${before.access_sealed}`.execute(db);
}

/** Returns the library's existing copy of this version, if the library still has it. */
export async function findDriveCopy(db: Db, accountId: number, driveId: string, version: string): Promise<number | null> {
  const { rows } = await sql<{ file_id: number }>`
    SELECT copy.file_id FROM drive_copies copy JOIN files ON files.id = copy.file_id AND files.archived_at IS NULL
     WHERE copy.account_id = ${accountId} AND copy.drive_id = ${driveId} AND copy.version = ${version}`.execute(db);
  return rows[0]?.file_id ?? null;
}

export async function saveDriveCopy(tx: Tx, copy: { accountId: number; driveId: string; version: string; fileId: number }): Promise<void> {
  await sql`
    INSERT INTO drive_copies (account_id, drive_id, version, file_id) VALUES (${copy.accountId}, ${copy.driveId}, ${copy.version}, ${copy.fileId})
    ON CONFLICT (account_id, drive_id) DO UPDATE SET version = excluded.version, file_id = excluded.file_id`.execute(tx);
}
