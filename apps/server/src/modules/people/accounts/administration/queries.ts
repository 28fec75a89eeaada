import { type RawBuilder, sql } from 'kysely';
import { type Db, familyNameOrder, firstNameOrder, getTableVersion, PLANNED_EACH_TIME, type Tx } from '../../../../platform/database/index.ts';
import type { KeyKind } from '../../../../platform/keyset.ts';
import type { BlockSource } from '../../../../platform/keyset-queries.ts';
import { toContainsPattern } from '../../../../platform/lists.ts';
import type { Reach } from '../../../../platform/reach.ts';
import { isInReach } from '../../../../platform/reach-queries.ts';
import { toEmailKey } from '../email.ts';

export interface AdministeredRow {
  id: number;
  first_name: string;
  last_name: string;
  email: string;
  phone_number: string;
  school_id: number | null;
  school_name: string | null;
  account_type_id: number;
  account_type_name: string;
  role_id: number | null;
  role_name: string | null;
  status: boolean;
  has_password: boolean;
  last_sign_in_at: Date | null;
  created_at: Date;
  updated_at: Date;
}

/** The filters of a search. Empty texts and undefined ids do not filter. */
export interface AccountSearch {
  reach: Reach;
  first_name: string;
  last_name: string;
  email: string;
  /** The words to search for, each anywhere in a name or the address. */
  search_text: string;
  status?: boolean | undefined;
  has_password?: boolean | undefined;
  school_id?: number | undefined;
  account_type_id?: number | undefined;
  role_id?: number | undefined;
}
export type AccountSort = { by: keyof typeof SORTS; direction: 'asc' | 'desc' };

type Sql = RawBuilder<unknown>;

const COLUMNS = sql`
  accounts.id, accounts.first_name, accounts.last_name, accounts.email, accounts.phone_number, accounts.school_id, schools.school_name,
  accounts.account_type_id, account_types.name AS account_type_name, accounts.role_id, roles.name AS role_name, accounts.status,
  accounts.password_hash IS NOT NULL AS has_password, (SELECT max(access_tokens.created_at) FROM access_tokens WHERE access_tokens.account_id = accounts.id) AS last_sign_in_at,
  accounts.created_at, accounts.updated_at`;
const JOINS = sql`
  JOIN account_types ON account_types.id = accounts.account_type_id LEFT JOIN schools ON schools.id = accounts.school_id LEFT JOIN roles ON roles.id = accounts.role_id`;

const text = (column: string): Sql => sql`${sql.ref(column)} COLLATE natural_order`;
/** The columns to sort by, with the joins that each of them needs. */
const SORTS = {
  full_name: { by: [familyNameOrder('accounts'), firstNameOrder('accounts')], join: sql``, kind: 'text', nullable: false },
  school_name: { by: [text('schools.school_name')], join: sql`LEFT JOIN schools ON schools.id = accounts.school_id`, kind: 'text', nullable: true },
  email: { by: [sql`accounts.email_key`], join: sql``, kind: 'text', nullable: false },
  account_type_name: {
    by: [text('account_types.name')],
    join: sql`JOIN account_types ON account_types.id = accounts.account_type_id`,
    kind: 'text',
    nullable: false,
  },
  role_name: { by: [text('roles.name')], join: sql`LEFT JOIN roles ON roles.id = accounts.role_id`, kind: 'text', nullable: true },
  status: { by: [sql`accounts.status`], join: sql``, kind: 'flag', nullable: false },
  // people who never signed in come before the first who did
  last_sign_in_at: {
    by: [sql`coalesce((SELECT max(access_tokens.created_at) FROM access_tokens WHERE access_tokens.account_id = accounts.id), '-infinity')`],
    join: sql``,
    kind: 'instant',
    nullable: false,
  },
  created_at: { by: [sql`accounts.created_at`], join: sql``, kind: 'instant', nullable: false },
} as const satisfies Record<string, { by: readonly Sql[]; join: Sql; kind: KeyKind; nullable: boolean }>;

/** The maximum number of words in a search. People do not type more. */
const MOST_WORDS = 6;

function conditionsOf({ reach, first_name, last_name, email, search_text, status, has_password, school_id, account_type_id, role_id }: AccountSearch): Sql {
  const conditions: Sql[] = [sql`accounts.simulated_in IS NULL`, isInReach(reach, 'accounts.school_id')];
  if (first_name !== '') conditions.push(sql`accounts.first_key LIKE fold_name(${toContainsPattern(first_name)})`);
  if (last_name !== '') conditions.push(sql`accounts.last_key LIKE fold_name(${toContainsPattern(last_name)})`);
  if (email !== '') conditions.push(sql`accounts.email_key LIKE ${toContainsPattern(toEmailKey(email))}`);
  for (const word of search_text.split(/\s+/).filter(Boolean).slice(0, MOST_WORDS)) {
    const name = sql`fold_name(${toContainsPattern(word)})`;
    conditions.push(sql`(accounts.first_key LIKE ${name} OR accounts.last_key LIKE ${name} OR accounts.email_key LIKE ${toContainsPattern(toEmailKey(word))})`);
  }
  if (status !== undefined) conditions.push(sql`accounts.status = ${status}`);
  if (has_password !== undefined) conditions.push(sql`(accounts.password_hash IS NOT NULL) = ${has_password}`);
  if (school_id !== undefined) conditions.push(sql`accounts.school_id = ${school_id}`);
  if (account_type_id !== undefined) conditions.push(sql`accounts.account_type_id = ${account_type_id}`);
  if (role_id !== undefined) conditions.push(sql`accounts.role_id = ${role_id}`);
  return sql`WHERE ${sql.join(conditions, sql` AND `)}`;
}

const orderOf = ({ by, direction }: AccountSort): Sql => {
  const way = direction === 'asc' ? sql`ASC` : sql`DESC`;
  return sql.join([...SORTS[by].by, sql`accounts.id`].map((expression) => sql`${expression} ${way}`));
};

const planOf = ({ first_name, last_name, email, search_text }: AccountSearch): Sql =>
  first_name + last_name + email + search_text === '' ? sql`` : sql.raw(PLANNED_EACH_TIME);

/** Selects one page of accounts. It finds the page's rows first, so that it reads only those in full. */
export function accountPageQuery(search: AccountSearch, sort: AccountSort, page: { limit: number; offset: number }): RawBuilder<AdministeredRow> {
  const order = orderOf(sort);
  return sql<AdministeredRow>`${planOf(search)} SELECT ${COLUMNS}
    FROM (SELECT accounts.id FROM accounts ${SORTS[sort.by].join} ${conditionsOf(search)} ORDER BY ${order} LIMIT ${page.limit} OFFSET ${page.offset}) page
    JOIN accounts ON accounts.id = page.id ${JOINS} ORDER BY ${order}`;
}

/** Counts the accounts that a search finds. */
export function accountCountQuery(search: AccountSearch): RawBuilder<{ total: number }> {
  return sql<{ total: number }>`${planOf(search)} SELECT count(*) AS total FROM accounts ${conditionsOf(search)}`;
}

/** Reads accounts in blocks, in the same order as their pages. */
export function accountBlockSource(search: AccountSearch, { by, direction }: AccountSort): BlockSource<AdministeredRow> {
  const { by: values, join, kind, nullable } = SORTS[by];
  const nulls = !nullable ? 'none' : direction === 'asc' ? 'last' : 'first';
  return {
    order: `${by}.${direction}`,
    keys: [...values.map((value) => ({ value, kind, direction, nulls }) as const), { value: sql`accounts.id`, kind: 'number', direction, nulls: 'none' }],
    select: ({ condition, order, limit, cursor }) => sql`${planOf(search)} SELECT ${COLUMNS}, ${cursor} AS cursor
      FROM (SELECT accounts.id FROM accounts ${join} ${conditionsOf(search)} AND ${condition} ORDER BY ${order} ${limit}) page
      JOIN accounts ON accounts.id = page.id ${JOINS} ORDER BY ${order}`,
    count: (most) => sql`${planOf(search)} SELECT count(*) AS total FROM (SELECT 1 FROM accounts ${conditionsOf(search)} LIMIT ${most}) counted`,
  };
}

/** Returns the accounts after `afterId`, by id, for readers that process all of them in pieces. */
export async function listAccountsAfter(db: Db, search: AccountSearch, afterId: number, limit: number): Promise<AdministeredRow[]> {
  const { rows } = await sql<AdministeredRow>`
    SELECT ${COLUMNS} FROM (SELECT accounts.* FROM accounts ${conditionsOf(search)}) accounts ${JOINS} WHERE accounts.id > ${afterId} ORDER BY accounts.id LIMIT ${limit}`.execute(
    db,
  );
  return rows;
}

/** Returns the ids that a search finds. */
export async function listAccountIds(db: Db, search: AccountSearch): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`SELECT accounts.id FROM accounts ${conditionsOf(search)}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the ids that a search finds, in the order of its list. */
export const accountIdsQuery = (search: AccountSearch, sort: AccountSort): RawBuilder<unknown> =>
  sql`SELECT accounts.id FROM accounts ${SORTS[sort.by].join} ${conditionsOf(search)} ORDER BY ${orderOf(sort)}`;

/**
 * Returns a version that changes whenever the ids that a search finds, or their order, may change. Null for the order
 * of last sign-ins, which changes with every sign-in.
 */
export async function findListVersion(db: Db, { by }: AccountSort): Promise<string | null> {
  return by === 'last_sign_in_at' ? null : getTableVersion(db, ['accounts', 'account_types', 'roles', 'schools']);
}

export async function listAccountsById(db: Db, ids: readonly number[]): Promise<AdministeredRow[]> {
  const { rows } =
    await sql<AdministeredRow>`SELECT ${COLUMNS} FROM accounts ${JOINS} WHERE accounts.simulated_in IS NULL AND accounts.id = ANY(${[...ids]}::bigint[]) ORDER BY ${orderOf({ by: 'full_name', direction: 'asc' })}`.execute(
      db,
    );
  return rows;
}

export async function findAdministered(db: Db, id: number): Promise<AdministeredRow | null> {
  return (await listAccountsById(db, [id]))[0] ?? null;
}

/**
 * Locks those of the accounts that are within reach until commit, always in the same order, so that two people who lock
 * many of them wait for each other instead of deadlocking.
 */
export async function lockAccounts(tx: Tx, ids: readonly number[], reach: Reach): Promise<number[]> {
  const query = tx
    .selectFrom('accounts')
    .select('id')
    .where('id', 'in', [...ids])
    .where('simulated_in', 'is', null)
    .where(isInReach(reach, 'school_id'))
    .orderBy('id');
  return (await query.forUpdate().execute()).map(({ id }) => id);
}

/** Updates the same columns of many accounts. */
export async function updateMany(tx: Tx, ids: readonly number[], columns: Partial<Pick<AccountColumns, 'status' | 'role_id' | 'school_id'>>): Promise<void> {
  if (ids.length > 0)
    await tx
      .updateTable('accounts')
      .set(columns)
      .where('id', 'in', [...ids])
      .execute();
}

/** Locks the account until commit. Returns true when it exists within reach. */
export async function lockAccountWithin(tx: Tx, id: number, reach: Reach): Promise<boolean> {
  const query = tx.selectFrom('accounts').select('id').where('id', '=', id).where('simulated_in', 'is', null).where(isInReach(reach, 'school_id'));
  return (await query.forUpdate().executeTakeFirst()) !== undefined;
}

export interface AccountColumns {
  first_name: string;
  last_name: string;
  email: string;
  email_key: string;
  phone_number: string;
  school_id: number | null;
  account_type_id: number;
  role_id: number | null;
  status: boolean;
}

export async function insertAdministered(tx: Tx, columns: AccountColumns): Promise<number> {
  return (await tx.insertInto('accounts').values(columns).returning('id').executeTakeFirstOrThrow()).id;
}

export type ImportedAccount = Omit<AccountColumns, 'status' | 'role_id'> & {
  role_id: number;
  /** False when the address was made up and no mail is sent to it. */
  is_mailable?: boolean;
};

/** Creates accounts. Returns their ids by email key, without the addresses that another account already has. */
export async function insertAccounts(tx: Tx, plans: readonly ImportedAccount[]): Promise<Map<string, number>> {
  if (plans.length === 0) return new Map();
  const made = await sql<{ id: number; email_key: string }>`
    INSERT INTO accounts (first_name, last_name, email, email_key, phone_number, school_id, account_type_id, role_id, is_mailable)
    SELECT * FROM unnest(${plans.map(({ first_name }) => first_name)}::text[], ${plans.map(({ last_name }) => last_name)}::text[], ${plans.map(({ email }) => email)}::text[],
                         ${plans.map(({ email_key }) => email_key)}::text[], ${plans.map(({ phone_number }) => phone_number)}::text[], ${plans.map(({ school_id }) => school_id)}::bigint[],
                         ${plans.map(({ account_type_id }) => account_type_id)}::bigint[], ${plans.map(({ role_id }) => role_id)}::bigint[],
                         ${plans.map(({ is_mailable = true }) => is_mailable)}::boolean[])
    ON CONFLICT (email_key) DO NOTHING RETURNING id, email_key`.execute(tx);
  return new Map(made.rows.map(({ email_key, id }) => [email_key, id]));
}

/** Updates an account. An address that a person enters can receive mail. */
export async function updateAdministered(tx: Tx, id: number, columns: AccountColumns): Promise<void> {
  const is_mailable = sql<boolean>`is_mailable OR email_key <> ${columns.email_key}`;
  await tx
    .updateTable('accounts')
    .set({ ...columns, is_mailable })
    .where('id', '=', id)
    .execute();
}

/** Changes the given parts of a name and an address. Returns false when another account has the address. */
export async function correctAccount(tx: Tx, id: number, changes: { first_name?: string; last_name?: string; email?: string }): Promise<boolean> {
  const { first_name = null, last_name = null, email = null } = changes;
  const key = email === null ? null : toEmailKey(email);
  const { rows } = await sql`
    UPDATE accounts SET first_name = coalesce(${first_name}, first_name), last_name = coalesce(${last_name}, last_name), email = coalesce(${email}, email),
           email_key = coalesce(${key}, email_key), is_mailable = is_mailable OR email_key <> coalesce(${key}, email_key)
     WHERE id = ${id} AND NOT EXISTS (SELECT FROM accounts other WHERE other.email_key = ${key} AND other.id <> ${id}) RETURNING 1`.execute(tx);
  return rows.length > 0;
}

export async function setPhoneNumber(tx: Tx, id: number, phoneNumber: string): Promise<void> {
  await tx.updateTable('accounts').set({ phone_number: phoneNumber }).where('id', '=', id).execute();
}

/**
 * Finds the records that an account refers to, where they can be used: a school that is in use, a type, a role with its
 * built-in key.
 */
export async function findNamed(
  db: Db,
  named: { schoolId: number | null; typeId: number; roleId: number | null },
): Promise<{ hasSchool: boolean; type: { name: string } | null; role: { key: string | null; schoolId: number | null } | null }> {
  const { rows } = await sql<{ has_school: boolean; type_name: string | null; has_role: boolean; role_key: string | null; role_school: number | null }>`
    SELECT EXISTS (SELECT 1 FROM schools WHERE id = ${named.schoolId} AND archived_at IS NULL) AS has_school,
           (SELECT name FROM account_types WHERE id = ${named.typeId}) AS type_name,
           EXISTS (SELECT 1 FROM roles WHERE id = ${named.roleId}) AS has_role, (SELECT key FROM roles WHERE id = ${named.roleId}) AS role_key,
           (SELECT school_id FROM roles WHERE id = ${named.roleId}) AS role_school`.execute(db);
  const [found] = rows;
  return {
    hasSchool: found?.has_school ?? false,
    type: found && found.type_name !== null ? { name: found.type_name } : null,
    role: found?.has_role ? { key: found.role_key, schoolId: found.role_school } : null,
  };
}

/** Counts the classes of other schools in which the account is a teacher or a student. */
export async function countClassesElsewhere(db: Db, accountId: number, schoolId: number | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*) AS count FROM school_places WHERE account_id = ${accountId} AND school_id IS DISTINCT FROM ${schoolId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Returns the given accounts that teach or study in a class of another school. */
export async function listWithClassesElsewhere(db: Db, accountIds: readonly number[], schoolId: number): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    SELECT DISTINCT account_id FROM school_places
     WHERE account_id = ANY(${[...accountIds]}::bigint[]) AND school_id IS DISTINCT FROM ${schoolId}`.execute(db);
  return rows.map(({ account_id }) => account_id);
}

/** Returns true when the audit trail shows something that the account did. */
export async function hasAuditEntries(db: Db, accountId: number): Promise<boolean> {
  const { rows } = await sql<{ traces: boolean }>`SELECT EXISTS (SELECT 1 FROM audit_entries WHERE account_id = ${accountId}) AS traces`.execute(db);
  return rows[0]?.traces ?? false;
}

export interface UseRow {
  id: number;
  school_id: number | null;
  status: boolean;
  updated_at: Date;
  has_signed_in: boolean;
  has_left_traces: boolean;
}

/** Returns what was done with the accounts and by them since they were created. */
export async function listUse(db: Db, ids: readonly number[]): Promise<UseRow[]> {
  const { rows } = await sql<UseRow>`
    SELECT id, school_id, status, updated_at,
           password_hash IS NOT NULL OR EXISTS (SELECT 1 FROM access_tokens WHERE access_tokens.account_id = accounts.id)
             OR EXISTS (SELECT 1 FROM google_identities WHERE google_identities.account_id = accounts.id)
             OR EXISTS (SELECT 1 FROM one_time_links WHERE one_time_links.account_id = accounts.id AND one_time_links.used_at IS NOT NULL) AS has_signed_in,
           EXISTS (SELECT 1 FROM audit_entries WHERE audit_entries.account_id = accounts.id) AS has_left_traces
      FROM accounts WHERE id = ANY(${[...ids]}::bigint[])`.execute(db);
  return rows;
}

/** Erases accounts with their roles, tokens, profiles and settings. */
export async function eraseAccounts(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`DELETE FROM accounts WHERE id = ANY(${[...ids]}::bigint[])`.execute(tx);
}

export async function listFullNames(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; name: string }>`
    SELECT id, coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) AS name FROM accounts WHERE id = ANY(${[...ids]}::bigint[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
