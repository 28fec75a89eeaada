import { type RawBuilder, sql } from 'kysely';
import type { TokenPurpose } from '@classwright/contract';
import { anyLength, type Db, type Tx } from '../../../platform/database/index.ts';
import type { Device } from './device-name.ts';

export interface AccountRow {
  id: number;
  school_id: number | null;
  school_name: string | null;
  time_zone: string | null;
  /** The digest of the school's logo. */
  logo: string | null;
  /** The school's own color, `#rrggbb`. */
  color: string | null;
  type_name: string;
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string;
  status: boolean;
  picture_file_id: number | null;
  /** True when several schools are in use. */
  has_schools: boolean;
}

const accountColumns = [
  'accounts.id',
  'accounts.school_id',
  'schools.school_name',
  'account_types.name as type_name',
  'accounts.first_name',
  'accounts.last_name',
  'accounts.email',
  'accounts.phone_number',
  'accounts.status',
  'accounts.picture_file_id',
] as const;

/** The time zone of the person's school, or of the only school for a person without one. */
const timeZone = sql<
  string | null
>`coalesce(schools.time_zone, (SELECT min(sole.time_zone) FROM (SELECT time_zone FROM schools WHERE archived_at IS NULL LIMIT 2) sole HAVING count(*) = 1))`;

/** True when the installation has several schools in use. */
const hasSchools = sql<boolean>`(SELECT count(*) > 1 FROM (SELECT FROM schools WHERE archived_at IS NULL LIMIT 2) two)`;

const selectAccount = (db: Db) =>
  db.selectFrom('accounts').innerJoin('account_types', 'account_types.id', 'accounts.account_type_id').leftJoin('schools', 'schools.id', 'accounts.school_id');

export async function getAccount(db: Db, accountId: number): Promise<AccountRow> {
  return selectAccount(db)
    .select(accountColumns)
    .select([timeZone.as('time_zone'), hasSchools.as('has_schools')])
    .select([sql<string | null>`schools.settings ->> 'logo'`.as('logo'), sql<string | null>`schools.settings ->> 'color'`.as('color')])
    .where('accounts.id', '=', accountId)
    .executeTakeFirstOrThrow();
}

export interface Credentials {
  id: number;
  school_id: number | null;
  password_hash: string | null;
  status: boolean;
  several_devices: boolean;
  has_factor: boolean;
}

const allowsSeveral = sql`coalesce((schools.settings ->> 'several_devices_for_staff')::boolean, false)`;
/**
 * True for staff of a school that allows several devices, or for people without a school when every school allows them.
 */
const severalDevices = sql<boolean>`lower(account_types.name) <> 'student' AND CASE
  WHEN accounts.school_id IS NOT NULL THEN ${allowsSeveral}
  ELSE coalesce((SELECT bool_and(${allowsSeveral}) FROM schools WHERE schools.archived_at IS NULL), false) END`;

const selectCredentials = (db: Db) =>
  selectAccount(db)
    .select(['accounts.id', 'accounts.school_id', 'accounts.password_hash', 'accounts.status'])
    .select([
      severalDevices.as('several_devices'),
      sql<boolean>`EXISTS (SELECT FROM factor_holders WHERE factor_holders.account_id = accounts.id)`.as('has_factor'),
    ]);

/** Returns the credentials. `several_devices`: this person keeps older devices when signing in on another one. */
export async function findCredentials(db: Db, emailKey: string): Promise<Credentials | null> {
  return (await selectCredentials(db).where('accounts.email_key', '=', emailKey).executeTakeFirst()) ?? null;
}

export async function findCredentialsById(db: Db, accountId: number): Promise<Credentials | null> {
  return (await selectCredentials(db).where('accounts.id', '=', accountId).executeTakeFirst()) ?? null;
}

/** Returns the credentials, and whether this device signed in to this account before. It always takes one query. */
export async function findCredentialsOnDevice(
  db: Db,
  emailKey: string,
  deviceHash: Buffer | null,
): Promise<(Credentials & { is_known_device: boolean }) | null> {
  const row = await selectCredentials(db)
    .select(sql<boolean>`EXISTS (SELECT 1 FROM access_tokens WHERE account_id = accounts.id AND device_hash = ${deviceHash})`.as('is_known_device'))
    .where('accounts.email_key', '=', emailKey)
    .executeTakeFirst();
  return row ?? null;
}

/** Replaces the checked hash with a stronger one of the same password. */
export async function replaceHash(tx: Tx, accountId: number, from: string, to: string): Promise<void> {
  await tx.updateTable('accounts').set({ password_hash: to }).where('id', '=', accountId).where('password_hash', '=', from).execute();
}

/**
 * Locks the account row until commit, so that two sign-ins of one account take turns. Returns its status, or null when
 * it does not exist.
 */
export async function lockAccount(tx: Tx, accountId: number): Promise<{ status: boolean; school_id: number | null } | null> {
  const row = await tx.selectFrom('accounts').select(['status', 'school_id']).where('id', '=', accountId).forNoKeyUpdate().executeTakeFirst();
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
    .where('purpose', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

/**
 * Returns true when this device has signed in to the account before, or when nobody has. A caller without a device of its own counts as
 * the one with the same name.
 */
export async function hasUsedDevice(db: Db, accountId: number, { hash, label }: Device): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`
    SELECT count(*) = 0 OR bool_or(CASE WHEN ${hash}::bytea IS NULL THEN device_hash IS NULL AND device_label = ${label} ELSE device_hash = ${hash}::bytea END) AS used
      FROM access_tokens WHERE account_id = ${accountId} AND purpose IS NULL`.execute(db);
  return rows[0]?.used ?? false;
}

/** The time for which an unused token lives: a working day, for students a week. Absolute lifetimes are longer. */
const IDLE_SECONDS = { staff: 12 * 3600, student: 7 * 24 * 3600 } as const;

/**
 * Creates a token. `idleSeconds` defaults to the value for the person's kind. `purpose` makes it a token for one thing,
 * and a seat names its lesson. Null when there is one with this hash.
 */
export async function insertToken(
  tx: Tx,
  token: {
    accountId: number;
    tokenHash: Buffer;
    deviceHash: Buffer | null;
    deviceLabel: string;
    lifetimeDays: number;
    idleSeconds?: number;
    purpose?: TokenPurpose;
    assessmentId?: number | null;
    factor?: SignInFactor | null;
  },
): Promise<number | null> {
  const row = await tx
    .insertInto('access_tokens')
    .values({
      account_id: token.accountId,
      token_hash: token.tokenHash,
      device_hash: token.deviceHash,
      device_label: token.deviceLabel,
      idle_seconds:
        token.idleSeconds ??
        sql<number>`(SELECT CASE WHEN lower(account_types.name) = 'student' THEN ${IDLE_SECONDS.student}::integer ELSE ${IDLE_SECONDS.staff} END
                       FROM accounts JOIN account_types ON account_types.id = accounts.account_type_id WHERE accounts.id = ${token.accountId})`,
      expires_at: sql<Date>`app_now() + make_interval(days => ${token.lifetimeDays})`,
      purpose: token.purpose ?? null,
      assessment_id: token.assessmentId ?? null,
      factor: token.factor ?? null,
    })
    .onConflict((conflict) => conflict.column('token_hash').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export interface EndedToken {
  id: number;
  token_hash: Buffer;
  /** True when it had expired already, so nobody loses anything by its end. */
  is_expired: boolean;
}
type EndReason = 'signed_out' | 'new_device' | 'deactivated' | 'password_changed' | 'sent_out';

/** Ends the live tokens of one account or several. A new device ends only sign-ins: seats and walls go on. */
export async function endTokens(tx: Tx, accounts: number | readonly number[], reason: EndReason): Promise<EndedToken[]> {
  const ending = endLiveTokens(tx, accounts, reason);
  return (reason === 'new_device' ? ending.where('purpose', 'is', null) : ending).execute();
}

/** Ends one token of a purpose, if it is live. Returns true when there was one to end. */
export async function endLimitedToken(
  tx: Tx,
  { accountId, tokenId, purpose, reason }: { accountId: number; tokenId: number; purpose: TokenPurpose; reason: EndReason },
): Promise<boolean> {
  return (await endLiveTokens(tx, accountId, reason).where('id', '=', tokenId).where('purpose', '=', purpose).execute()).length > 0;
}

/** Ends the live tokens of one of the account's devices, or with null those without a device id. */
export async function endTokensOfDevice(tx: Tx, accountId: number, deviceHash: Buffer | null, reason: EndReason): Promise<EndedToken[]> {
  return endLiveTokens(tx, accountId, reason).where('purpose', 'is', null).where(sql<boolean>`device_hash IS NOT DISTINCT FROM ${deviceHash}`).execute();
}

const endLiveTokens = (tx: Tx, accounts: number | readonly number[], reason: EndReason) =>
  tx
    .updateTable('access_tokens')
    .set({ ended_at: sql<Date>`app_now()`, end_reason: reason })
    .where(typeof accounts === 'number' ? sql<boolean>`account_id = ${accounts}` : sql<boolean>`account_id = ANY(${[...accounts]}::bigint[])`)
    .where('ended_at', 'is', null)
    .returning(['id', 'token_hash', sql<boolean>`expires_at <= app_now() OR last_used_at + make_interval(secs => idle_seconds) <= app_now()`.as('is_expired')]);

/** Ends all of the account's live tokens except one. Returns their ids. */
export async function endOtherTokens(tx: Tx, accountId: number, keptTokenId: number, reason: EndReason): Promise<number[]> {
  const ended = await endLiveTokens(tx, accountId, reason).where('id', '<>', keptTokenId).execute();
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

/** The factor that a sign-in was made with. `google`: Google's token says that it asked for one. */
export type SignInFactor = 'passkey' | 'code' | 'recovery' | 'google';

export interface TokenRow {
  token_id: number;
  token_hash: Buffer;
  account_id: number;
  school_id: number | null;
  first_name: string;
  last_name: string;
  status: boolean;
  end_reason: string | null;
  ended_ms_ago: number | null;
  is_expired: boolean;
  used_ms_ago: number;
  confirmed_ms_ago: number;
  now_ms: number;
  /** The factor that the sign-in was made with. Null: none. */
  factor: SignInFactor | null;
  role_version: number;
  account_version: number;
  purpose: TokenPurpose | null;
  /** The lesson of a seat. */
  assessment_id: number | null;
}

/**
 * Selects everything a call must know about its tokens in one query. Each token is an index lookup, regardless of the
 * number of rows.
 */
const tokenQuery = (tokens: RawBuilder<unknown>): RawBuilder<TokenRow> => sql<TokenRow>`
    SELECT t.id AS token_id, t.token_hash, a.id AS account_id, a.school_id, a.first_name, a.last_name, a.status, t.end_reason,
           (extract(epoch FROM n.now - t.ended_at) * 1000)::float8 AS ended_ms_ago, t.expires_at <= n.now OR t.last_used_at + make_interval(secs => t.idle_seconds) <= n.now AS is_expired,
           (extract(epoch FROM n.now - t.last_used_at) * 1000)::float8 AS used_ms_ago,
           (extract(epoch FROM n.now - t.confirmed_at) * 1000)::float8 AS confirmed_ms_ago,
           (extract(epoch FROM n.now) * 1000)::float8 AS now_ms, t.factor, v.version AS role_version, coalesce(own.version, 0) AS account_version,
           t.purpose, t.assessment_id
      FROM ${tokens} t CROSS JOIN LATERAL (SELECT * FROM accounts WHERE id = t.account_id OFFSET 0) a
      LEFT JOIN LATERAL (SELECT version FROM account_access WHERE account_id = t.account_id OFFSET 0) own ON true, access_version v, (SELECT app_now() AS now OFFSET 0) n`;

/** Returns tokens by their hashes, in the order given; null for an unknown one. */
export async function listTokens(db: Db, hashes: readonly Buffer[]): Promise<(TokenRow | null)[]> {
  const [hash] = hashes;
  // most calls ask for one, which is a shorter plan
  const asked =
    hashes.length === 1
      ? sql`(SELECT * FROM access_tokens WHERE token_hash = ${hash})`
      : sql`unnest(${anyLength(hashes, 'bytea')}) AS asked (hash) CROSS JOIN LATERAL (SELECT * FROM access_tokens WHERE token_hash = asked.hash OFFSET 0)`;
  const { rows } = await tokenQuery(asked).execute(db);
  const byHash = new Map(rows.map((row) => [row.token_hash.toString('base64'), row]));
  return hashes.map((hash) => byHash.get(hash.toString('base64')) ?? null);
}

export async function findTokenById(db: Db, tokenId: number): Promise<TokenRow | null> {
  return (await tokenQuery(sql`(SELECT * FROM access_tokens WHERE id = ${tokenId})`).execute(db)).rows[0] ?? null;
}

/** Returns true when a sign-in has neither ended nor expired. */
export async function isTokenLive(db: Db, tokenId: number): Promise<boolean> {
  const { rows } = await sql<{ is_live: boolean }>`
    SELECT ended_at IS NULL AND expires_at > n.now AND last_used_at + make_interval(secs => idle_seconds) > n.now AS is_live
      FROM access_tokens, (SELECT app_now() AS now OFFSET 0) n WHERE id = ${tokenId}`.execute(db);
  return rows[0]?.is_live ?? false;
}

/** Records that the person of a sign-in has just confirmed who they are. */
export async function confirmToken(db: Db, tokenId: number): Promise<void> {
  await db.updateTable('access_tokens').set({ confirmed_at: sql<Date>`app_now()` }).where('id', '=', tokenId).execute();
}

/** Records that somebody of a school is here. */
export async function noteActivity(db: Db, schoolId: number): Promise<void> {
  await sql`SELECT note_school_activity(${schoolId})`.execute(db);
}

/** Records that a sign-in is used, and that somebody of its school is here. */
export async function touchToken(db: Db, tokenId: number, schoolId: number | null): Promise<void> {
  await sql`
    WITH used AS (UPDATE access_tokens SET last_used_at = app_now() WHERE id = ${tokenId})
    SELECT note_school_activity(${schoolId}) WHERE ${schoolId}::bigint IS NOT NULL`.execute(db);
}

export interface ListenerRow {
  account_id: number;
  school_id: number | null;
  first_name: string;
  last_name: string;
  role_version: number;
  account_version: number;
}

/**
 * Returns the data of active accounts that their open sockets need, with the versions of their rights. Each account is
 * an index lookup.
 */
export async function listListenerRows(db: Db, accountIds: readonly number[]): Promise<Map<number, ListenerRow>> {
  const { rows } = await sql<ListenerRow>`
    SELECT a.id AS account_id, a.school_id, a.first_name, a.last_name, v.version AS role_version, coalesce(own.version, 0) AS account_version
      FROM unnest(${anyLength(accountIds, 'bigint')}) AS asked (id) CROSS JOIN LATERAL (SELECT * FROM accounts WHERE id = asked.id AND status OFFSET 0) a
      LEFT JOIN LATERAL (SELECT version FROM account_access WHERE account_id = asked.id OFFSET 0) own ON true, access_version v`.execute(db);
  return new Map(rows.map((row) => [row.account_id, row]));
}

/**
 * Ends tokens that expired, or that nobody used for too long, up to this number. Those that were used since they were
 * last looked at get another time to be looked at. Returns the ids of the ended ones, and how many were looked at.
 */
export async function endExpiredTokens(db: Db, limit: number): Promise<{ ended: number[]; lookedAt: number }> {
  const { rows } = await sql<{ id: number; is_over: boolean }>`
    WITH due AS (
      SELECT id, least(expires_at, last_used_at + make_interval(secs => idle_seconds)) AS ends FROM access_tokens
       WHERE ended_at IS NULL AND check_at <= app_moment() ORDER BY check_at LIMIT ${limit} FOR UPDATE SKIP LOCKED)
    UPDATE access_tokens token
       SET check_at = due.ends, ended_at = CASE WHEN due.ends <= app_moment() THEN app_now() END,
           end_reason = CASE WHEN due.ends <= app_moment() THEN 'expired' END
      FROM due WHERE token.id = due.id
    RETURNING token.id, token.ended_at IS NOT NULL AS is_over`.execute(db);
  return { ended: rows.filter((row) => row.is_over).map(({ id }) => id), lookedAt: rows.length };
}

/**
 * Deletes tokens that ended so many days ago, except each account's last one, which shows when the person was last here.
 * `since`: those that had ended so many days before this instant have been looked at.
 */
export async function deleteOldTokens(db: Db, olderThanDays: number, since: Date | null): Promise<void> {
  await sql`
    DELETE FROM access_tokens old
     WHERE ended_at < app_moment() - make_interval(days => ${olderThanDays})
       AND ended_at >= coalesce(${since}::timestamptz - make_interval(days => ${olderThanDays}), '-infinity')
       AND EXISTS (SELECT 1 FROM access_tokens newer WHERE newer.account_id = old.account_id AND newer.id > old.id)`.execute(db);
}

/** Deletes tokens of an account that ended so many days ago, as soon as it has a newer one. */
export async function deleteOldTokensOf(tx: Tx, accountId: number, olderThanDays: number): Promise<void> {
  await sql`
    DELETE FROM access_tokens WHERE account_id = ${accountId} AND ended_at < app_moment() - make_interval(days => ${olderThanDays})`.execute(tx);
}

/** Returns true when the trail already has the same entry for this person within this time. */
export async function hasSignInEntry(tx: Tx, accountId: number, action: string, after: object, hours: number): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT 1 FROM audit_entries WHERE account_id = ${accountId} AND action = ${action}
                      AND at > app_now() - make_interval(hours => ${hours}) AND after = ${JSON.stringify(after)}::jsonb) AS found`.execute(tx);
  return rows[0]?.found ?? false;
}

export interface SessionRow {
  id: number;
  purpose: TokenPurpose | null;
  device_label: string;
  created_at: Date;
  last_used_at: Date;
}

/** Returns the places where someone is signed in now and the screens of that person, the latest first. */
export async function listSessions(db: Db, accountId: number): Promise<SessionRow[]> {
  return db
    .selectFrom('access_tokens')
    .select(['id', 'purpose', 'device_label', 'created_at', 'last_used_at'])
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`purpose IS DISTINCT FROM 'seat'`) // seats are listed in their lesson
    .where(sql<boolean>`expires_at > app_now() AND last_used_at + make_interval(secs => idle_seconds) > app_now()`)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

/** Ends one of the account's own tokens. Returns true when there was one to end. */
export async function endOwnToken(tx: Tx, accountId: number, tokenId: number): Promise<boolean> {
  return (await endLiveTokens(tx, accountId, 'signed_out').where('id', '=', tokenId).execute()).length > 0;
}

/** Returns the time zone of a school, or of the only school there is, or UTC. */
export async function findTimeZone(db: Db, schoolId: number | null): Promise<string> {
  const { rows } = await sql<{ time_zone: string }>`
    SELECT time_zone FROM schools WHERE CASE WHEN ${schoolId}::bigint IS NULL THEN archived_at IS NULL ELSE id = ${schoolId} END LIMIT 2`.execute(db);
  return rows.length === 1 ? (rows[0]?.time_zone ?? 'UTC') : 'UTC';
}
