import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/index.ts';

export interface AccountRow {
  id: number;
  school_id: number | null;
  school_name: string | null;
  time_zone: string | null;
  type_name: string;
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string;
  status: boolean;
  picture_file_id: number | null;
}

const accountColumns = [
  'accounts.id',
  'accounts.school_id',
  'schools.school_name',
  'schools.time_zone',
  'account_types.name as type_name',
  'accounts.first_name',
  'accounts.last_name',
  'accounts.email',
  'accounts.phone_number',
  'accounts.status',
  'accounts.picture_file_id',
] as const;

const selectAccount = (db: Db) =>
  db.selectFrom('accounts').innerJoin('account_types', 'account_types.id', 'accounts.account_type_id').leftJoin('schools', 'schools.id', 'accounts.school_id');

export async function getAccount(db: Db, accountId: number): Promise<AccountRow> {
  return selectAccount(db).select(accountColumns).where('accounts.id', '=', accountId).executeTakeFirstOrThrow();
}

export interface Credentials {
  id: number;
  password_hash: string | null;
  status: boolean;
  several_devices: boolean;
}

const allowsSeveral = sql`coalesce((schools.settings ->> 'several_devices_for_staff')::boolean, false)`;
/** Staff of a school that allows it; who belongs to no school, where every school does. */
const severalDevices = sql<boolean>`lower(account_types.name) <> 'student' AND CASE
  WHEN accounts.school_id IS NOT NULL THEN ${allowsSeveral}
  ELSE coalesce((SELECT bool_and(${allowsSeveral}) FROM schools WHERE schools.archived_at IS NULL), false) END`;

/** `several_devices`: this person keeps older devices when signing in on one more. */
export async function findCredentials(db: Db, emailKey: string): Promise<Credentials | null> {
  const row = await selectAccount(db)
    .select(['accounts.id', 'accounts.password_hash', 'accounts.status'])
    .select(severalDevices.as('several_devices'))
    .where('accounts.email_key', '=', emailKey)
    .executeTakeFirst();
  return row ?? null;
}

/** Holds the account row until commit: two sign-ins of one account take turns. Answers whether it is active. */
export async function lockAccount(tx: Tx, accountId: number): Promise<{ status: boolean } | null> {
  const row = await tx.selectFrom('accounts').select('status').where('id', '=', accountId).forNoKeyUpdate().executeTakeFirst();
  return row ?? null;
}

export interface NewAccountRow {
  school_id: number | null;
  type_name: string;
  first_name: string;
  last_name: string;
  email: string;
  email_key: string;
  phone_number: string;
  password_hash: string | null;
}

export async function insertAccount(tx: Tx, { type_name, ...account }: NewAccountRow): Promise<number> {
  const { id } = await tx
    .insertInto('accounts')
    .values((eb) => ({
      ...account,
      account_type_id: eb.selectFrom('account_types').select('id').where(sql`lower(name)`, '=', type_name.toLowerCase()),
      password_set_at: account.password_hash === null ? null : sql<Date>`app_now()`,
    }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function setPrimaryRole(tx: Tx, accountId: number, roleId: number): Promise<void> {
  await tx.updateTable('accounts').set({ role_id: roleId }).where('id', '=', accountId).execute();
}

export async function setAccountStatus(tx: Tx, accountId: number, status: boolean): Promise<void> {
  await tx.updateTable('accounts').set({ status }).where('id', '=', accountId).execute();
}

export async function countSignIns(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('access_tokens')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

/** This device signed in to this account before. */
export async function isKnownDevice(db: Db, accountId: number, deviceHash: Buffer): Promise<boolean> {
  const row = await db
    .selectFrom('access_tokens')
    .select('id')
    .where('account_id', '=', accountId)
    .where('device_hash', '=', deviceHash)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertToken(
  tx: Tx,
  token: { accountId: number; tokenHash: Buffer; deviceHash: Buffer | null; deviceLabel: string; lifetimeDays: number },
): Promise<number> {
  const { id } = await tx
    .insertInto('access_tokens')
    .values({
      account_id: token.accountId,
      token_hash: token.tokenHash,
      device_hash: token.deviceHash,
      device_label: token.deviceLabel,
      expires_at: sql<Date>`app_now() + make_interval(days => ${token.lifetimeDays})`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export interface EndedToken {
  id: number;
  token_hash: Buffer;
}
type EndReason = 'signed_out' | 'new_device' | 'deactivated' | 'password_changed';

/** Ends the account's live tokens, except those of `keepDeviceHash`. */
export async function endTokens(tx: Tx, accountId: number, reason: EndReason, keepDeviceHash: Buffer | null = null): Promise<EndedToken[]> {
  let query = tx
    .updateTable('access_tokens')
    .set({ ended_at: sql<Date>`app_now()`, end_reason: reason })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null);
  if (keepDeviceHash) query = query.where((eb) => eb.or([eb('device_hash', 'is', null), eb('device_hash', '<>', keepDeviceHash)]));
  return query.returning(['id', 'token_hash']).execute();
}

/** Ends the account's live tokens but one. Answers their ids. */
export async function endOtherTokens(tx: Tx, accountId: number, keptTokenId: number, reason: EndReason): Promise<number[]> {
  const ended = await tx
    .updateTable('access_tokens')
    .set({ ended_at: sql<Date>`app_now()`, end_reason: reason })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where('id', '<>', keptTokenId)
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}

export async function endToken(tx: Tx, tokenId: number, reason: EndReason): Promise<void> {
  await tx
    .updateTable('access_tokens')
    .set({ ended_at: sql<Date>`app_now()`, end_reason: reason })
    .where('id', '=', tokenId)
    .where('ended_at', 'is', null)
    .execute();
}

export interface TokenRow {
  token_id: number;
  account_id: number;
  school_id: number | null;
  first_name: string;
  last_name: string;
  status: boolean;
  end_reason: string | null;
  ended_ms_ago: number | null;
  is_expired: boolean;
  used_ms_ago: number;
  access_version: number;
}

/** Everything a call must know about its token, in one query. */
const tokenQuery = (condition: RawBuilder<unknown>): RawBuilder<TokenRow> => sql<TokenRow>`
    SELECT t.id AS token_id, a.id AS account_id, a.school_id, a.first_name, a.last_name, a.status, t.end_reason,
           (extract(epoch FROM n.now - t.ended_at) * 1000)::float8 AS ended_ms_ago, t.expires_at <= n.now AS is_expired,
           (extract(epoch FROM n.now - t.last_used_at) * 1000)::float8 AS used_ms_ago, v.version AS access_version
      FROM access_tokens t JOIN accounts a ON a.id = t.account_id, access_version v, (SELECT app_now() AS now OFFSET 0) n
     WHERE ${condition}`;

export async function findToken(db: Db, tokenHash: Buffer): Promise<TokenRow | null> {
  return (await tokenQuery(sql`t.token_hash = ${tokenHash}`).execute(db)).rows[0] ?? null;
}

export async function findTokenById(db: Db, tokenId: number): Promise<TokenRow | null> {
  return (await tokenQuery(sql`t.id = ${tokenId}`).execute(db)).rows[0] ?? null;
}

export async function touchToken(db: Db, tokenId: number): Promise<void> {
  await db.updateTable('access_tokens').set({ last_used_at: sql<Date>`app_now()` }).where('id', '=', tokenId).execute();
}

export interface ListenerRow {
  account_id: number;
  school_id: number | null;
  first_name: string;
  last_name: string;
  access_version: number;
}

/** An active account as far as its open sockets are concerned, with the version of the access tables. */
export async function findListenerRow(db: Db, accountId: number): Promise<ListenerRow | null> {
  const { rows } = await sql<ListenerRow>`
    SELECT a.id AS account_id, a.school_id, a.first_name, a.last_name, v.version AS access_version
      FROM accounts a, access_version v WHERE a.id = ${accountId} AND a.status`.execute(db);
  return rows[0] ?? null;
}

/** Ends tokens whose life is over. Answers their ids. */
export async function endExpiredTokens(db: Db): Promise<number[]> {
  const ended = await db
    .updateTable('access_tokens')
    .set({ ended_at: sql<Date>`app_now()`, end_reason: 'expired' })
    .where('ended_at', 'is', null)
    .where('expires_at', '<=', sql<Date>`app_now()`)
    .returning('id')
    .execute();
  return ended.map(({ id }) => id);
}
