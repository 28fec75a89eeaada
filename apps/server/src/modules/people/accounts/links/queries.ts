import { sql } from 'kysely';
import { type Db, nameOrder, type Tx } from '../../../../platform/database/index.ts';
import { deletePictureCards } from './picture-queries.ts';

export type LinkPurpose = 'set_up' | 'password' | 'card' | 'reset';

/** Creates a link with this lifetime. Returns the time at which it expires. */
export async function insertLink(
  tx: Tx,
  link: { accountId: number | null; purpose: LinkPurpose; codeHash: Buffer; hours: number; endsFactors?: boolean },
): Promise<Date> {
  const row = await tx
    .insertInto('one_time_links')
    .values({
      account_id: link.accountId,
      purpose: link.purpose,
      code_hash: link.codeHash,
      ends_factors: link.endsFactors ?? false,
      expires_at: sql<Date>`app_now() + make_interval(hours => ${link.hours})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return row.expires_at;
}

/** Creates one card for each account, all with the same lifetime. Returns the time at which they expire. */
export async function insertCards(tx: Tx, cards: readonly { accountId: number; codeHash: Buffer }[], hours: number): Promise<Date | null> {
  const { rows } = await sql<{ expires_at: Date }>`
    INSERT INTO one_time_links (account_id, purpose, code_hash, expires_at)
    SELECT account_id, 'card', code_hash, app_now() + make_interval(hours => ${hours})
      FROM unnest(${cards.map(({ accountId }) => accountId)}::bigint[], ${cards.map(({ codeHash }) => codeHash)}::bytea[]) AS cards (account_id, code_hash)
    RETURNING expires_at`.execute(tx);
  return rows[0]?.expires_at ?? null;
}

export interface OpenLink {
  id: number;
  account_id: number | null;
  purpose: LinkPurpose;
  /** True for a link that also ends the factors of its person. */
  ends_factors: boolean;
}

/** Finds a link with one of these hashes that can still be used. `hold`: locks it until commit, so that nobody else uses it. */
export async function findOpenLink(db: Db, codeHashes: readonly Buffer[], { hold = false } = {}): Promise<OpenLink | null> {
  let query = db
    .selectFrom('one_time_links')
    .select(['id', 'account_id', 'purpose', 'ends_factors'])
    .where('code_hash', 'in', codeHashes)
    .where('used_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`app_now()`);
  if (hold) query = query.forUpdate();
  return ((await query.executeTakeFirst()) as OpenLink | undefined) ?? null;
}

export async function markUsed(tx: Tx, linkId: number): Promise<void> {
  await tx.updateTable('one_time_links').set({ used_at: sql<Date>`app_now()` }).where('id', '=', linkId).execute();
}

/** Ends the unused links and the cards of these accounts: all of them, picture cards too, or those of one purpose. */
export async function revokeLinks(tx: Tx, accountIds: number | readonly number[], purpose: LinkPurpose | null = null): Promise<void> {
  const ids = typeof accountIds === 'number' ? [accountIds] : accountIds;
  await sql`
    UPDATE one_time_links SET revoked_at = app_now() WHERE account_id = ANY(${[...ids]}::bigint[]) AND used_at IS NULL AND revoked_at IS NULL
       AND (${purpose}::text IS NULL OR purpose = ${purpose})`.execute(tx);
  if (purpose === null && ids.length > 0) await deletePictureCards(tx, ids);
}

/** Ends every set-up link, because an administrator or a newer link exists. */
export async function revokeSetUpLinks(tx: Tx): Promise<void> {
  await sql`UPDATE one_time_links SET revoked_at = app_now() WHERE purpose = 'set_up' AND used_at IS NULL AND revoked_at IS NULL`.execute(tx);
}

/** The minimum time between two mails to one address, and the maximum number in an hour. */
const MINUTES_BETWEEN_MAILS = 5;
const MAILS_AN_HOUR = 5;

/**
 * Records that someone requested a new password. Returns true when a mail may follow; of simultaneous calls, only one.
 * It reads nothing about accounts, so it takes the same time for every address.
 */
export async function takePasswordRequest(db: Db, emailHash: Buffer): Promise<boolean> {
  const isOver = sql`password_requests.first_at < app_now() - interval '1 hour'`;
  const { rows } = await sql`
    INSERT INTO password_requests (email_hash) VALUES (${emailHash})
    ON CONFLICT (email_hash) DO UPDATE SET latest_at = app_now(),
           count = CASE WHEN ${isOver} THEN 1 ELSE password_requests.count + 1 END,
           first_at = CASE WHEN ${isOver} THEN app_now() ELSE password_requests.first_at END
     WHERE password_requests.latest_at < app_now() - make_interval(mins => ${MINUTES_BETWEEN_MAILS}) AND (${isOver} OR password_requests.count < ${MAILS_AN_HOUR})
    RETURNING 1`.execute(db);
  return rows.length > 0;
}

export async function deleteOldPasswordRequests(db: Db): Promise<void> {
  await sql`DELETE FROM password_requests WHERE latest_at < app_moment() - interval '1 day'`.execute(db);
}

export interface LinkHolder {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  school_id: number | null;
  school_name: string | null;
  /** The zone of the school, or UTC without one. */
  time_zone: string;
  status: boolean;
  is_staff: boolean;
  has_password: boolean;
  /** False when the address was made up, and nobody reads mail sent to it. */
  is_mailable: boolean;
}

/**
 * Returns the people that links, cards and passwords are for. People of the student type are students; all others count
 * as staff.
 */
export async function listLinkHolders(db: Db, accountIds: readonly number[]): Promise<LinkHolder[]> {
  const { rows } = await sql<LinkHolder>`
    SELECT accounts.id, first_name, last_name, email, accounts.school_id, school_name, coalesce(schools.time_zone, 'UTC') AS time_zone, status, lower(account_types.name) <> 'student' AS is_staff,
           password_hash IS NOT NULL AS has_password, is_mailable
      FROM accounts JOIN account_types ON account_types.id = accounts.account_type_id LEFT JOIN schools ON schools.id = accounts.school_id
     WHERE accounts.id = ANY(${[...accountIds]}::bigint[]) ORDER BY ${nameOrder(null)}, accounts.id`.execute(db);
  return rows;
}

export async function findLinkHolder(db: Db, accountId: number): Promise<LinkHolder | null> {
  return (await listLinkHolders(db, [accountId]))[0] ?? null;
}

export async function setPassword(tx: Tx, accountId: number, passwordHash: string): Promise<void> {
  await tx.updateTable('accounts').set({ password_hash: passwordHash, password_set_at: sql<Date>`app_now()` }).where('id', '=', accountId).execute();
}

/**
 * Returns true when an active holder of the Admin role can sign in, so that the installation needs no set-up any more:
 * with a password, with an open link or card, or with Google where people sign in with it.
 */
export async function hasAdministrator(db: Db, { hasGoogle }: { hasGoogle: boolean }): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    SELECT EXISTS (SELECT 1 FROM administrators JOIN accounts ON accounts.id = administrators.account_id
                    WHERE accounts.status
                      AND (accounts.password_hash IS NOT NULL
                           OR EXISTS (SELECT 1 FROM one_time_links link WHERE link.account_id = accounts.id AND link.used_at IS NULL
                                         AND link.revoked_at IS NULL AND link.expires_at > app_now())
                           OR ${hasGoogle} AND EXISTS (SELECT 1 FROM google_identities WHERE google_identities.account_id = accounts.id))) AS found`.execute(
    db,
  );
  return rows[0]?.found ?? false;
}

export interface Administrator {
  id: number;
  school_id: number | null;
  first_name: string;
  last_name: string;
  email: string;
  email_key: string;
}

/** Returns the active accounts with the role Admin. */
export async function listAdministrators(db: Db): Promise<Administrator[]> {
  return db
    .selectFrom('accounts')
    .innerJoin('administrators', 'administrators.account_id', 'accounts.id')
    .select(['accounts.id', 'accounts.school_id', 'accounts.first_name', 'accounts.last_name', 'accounts.email', 'accounts.email_key'])
    .where('accounts.status', '=', true)
    .orderBy('accounts.id')
    .execute();
}

export async function hasSchool(db: Db): Promise<boolean> {
  return (await db.selectFrom('schools').select('id').where('archived_at', 'is', null).limit(1).executeTakeFirst()) !== undefined;
}

/** Returns the school of an installation that has exactly one. */
export async function findOnlySchool(db: Db): Promise<number | null> {
  const schools = await db.selectFrom('schools').select('id').where('archived_at', 'is', null).limit(2).execute();
  return schools.length === 1 ? (schools[0]?.id ?? null) : null;
}

/** Returns true for a time zone that the database supports and browsers know by the same name. */
export async function isTimeZone(db: Db, name: string): Promise<boolean> {
  if (!isKnownToIntl(name)) return false;
  const { rows } = await sql<{ known: boolean }>`SELECT EXISTS (SELECT 1 FROM pg_timezone_names WHERE name = ${name}) AS known`.execute(db);
  return rows[0]?.known ?? false;
}

/** Makes set-ups take turns to decide whether one is the first, until the end of the transaction. */
export async function takeSetUpTurn(tx: Tx): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtext('classwright set-up'))`.execute(tx);
}

/** Deletes links long after they expired. */
export async function deleteOldLinks(db: Db, olderThanDays: number): Promise<void> {
  await sql`DELETE FROM one_time_links WHERE expires_at < app_moment() - make_interval(days => ${olderThanDays})`.execute(db);
}

function isKnownToIntl(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}
