import { sql } from 'kysely';
import type { FactorLevel } from '@classwright/contract';
import type { Db, Tx } from '../../../../platform/database/index.ts';

export interface PasskeyRow {
  id: number;
  account_id: number;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

/** Returns an account's passkeys, oldest first. */
export async function listPasskeys(db: Db, accountId: number): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').selectAll().where('account_id', '=', accountId).orderBy('id').execute();
}

export async function findPasskey(db: Db, credentialId: string): Promise<PasskeyRow | null> {
  return (await db.selectFrom('passkeys').selectAll().where('credential_id', '=', credentialId).executeTakeFirst()) ?? null;
}

export type NewPasskey = Pick<PasskeyRow, 'account_id' | 'credential_id' | 'public_key' | 'counter' | 'transports' | 'name'>;

/** Returns false for a passkey that exists already. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<boolean> {
  const row = await tx
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Records a use of a passkey. Returns false when it has ended, or was used with this counter in the meantime. */
export async function markPasskeyUsed(tx: Tx, { id, counter }: Pick<PasskeyRow, 'id' | 'counter'>, newCounter: number): Promise<boolean> {
  const row = await tx
    .updateTable('passkeys')
    .set({ counter: newCounter, last_used_at: sql<Date>`app_now()` })
    .where('id', '=', id)
    .where('counter', '=', counter)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deletePasskey(tx: Tx, accountId: number, id: number): Promise<boolean> {
  return (await tx.deleteFrom('passkeys').where('account_id', '=', accountId).where('id', '=', id).returning('id').executeTakeFirst()) !== undefined;
}

export async function findTimeCode(db: Db, accountId: number): Promise<{ secret_sealed: Buffer; now: Date } | null> {
  const row = await db
    .selectFrom('time_codes')
    .select(['secret_sealed', sql<Date>`app_now()`.as('now')])
    .where('account_id', '=', accountId)
    .executeTakeFirst();
  return row ?? null;
}

/** Replaces the account's codes of an app. `step`: the half minute whose code was used to set it up. */
export async function replaceTimeCode(tx: Tx, accountId: number, secretSealed: Buffer, step: number): Promise<void> {
  await tx
    .insertInto('time_codes')
    .values({ account_id: accountId, secret_sealed: secretSealed, last_step: step })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ secret_sealed: secretSealed, last_step: step, created_at: sql<Date>`app_now()` }))
    .execute();
}

/** Uses up the code of a half minute, and of those before it. Returns false when it was used already. */
export async function redeemTimeStep(db: Db, accountId: number, step: number): Promise<boolean> {
  const row = await db
    .updateTable('time_codes')
    .set({ last_step: step })
    .where('account_id', '=', accountId)
    .where('last_step', '<', step)
    .returning('account_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteTimeCode(tx: Tx, accountId: number): Promise<boolean> {
  return (await tx.deleteFrom('time_codes').where('account_id', '=', accountId).returning('account_id').executeTakeFirst()) !== undefined;
}

export async function hasFactor(db: Db, accountId: number): Promise<boolean> {
  return (await db.selectFrom('factor_holders').select('account_id').where('account_id', '=', accountId).executeTakeFirst()) !== undefined;
}

export async function countRecoveryCodes(db: Db, accountId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Replaces the account's recovery codes by those with these hashes. */
export async function replaceRecoveryCodes(tx: Tx, accountId: number, hashes: readonly string[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  await sql`INSERT INTO recovery_codes (account_id, code_hash) SELECT ${accountId}, hash FROM unnest(${[...hashes]}::text[]) AS hash`.execute(tx);
}

/** Returns the hashes of the account's recovery codes that have not been used. */
export async function listRecoveryCodes(db: Db, accountId: number): Promise<{ id: number; code_hash: string }[]> {
  return db.selectFrom('recovery_codes').select(['id', 'code_hash']).where('account_id', '=', accountId).orderBy('id').execute();
}

/** Uses up a recovery code. Returns false for one that has been used in the meantime. */
export async function redeemRecoveryCode(db: Db, id: number): Promise<boolean> {
  return (await db.deleteFrom('recovery_codes').where('id', '=', id).returning('id').executeTakeFirst()) !== undefined;
}

/** Deletes all factors of an account, its recovery codes, and everything that waits for one. */
export async function deleteFactors(tx: Tx, accountId: number): Promise<void> {
  await tx.deleteFrom('passkeys').where('account_id', '=', accountId).execute();
  await tx.deleteFrom('time_codes').where('account_id', '=', accountId).execute();
  await tx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute();
  await tx.deleteFrom('factor_steps').where('account_id', '=', accountId).execute();
  await tx.deleteFrom('factor_ends').where('account_id', '=', accountId).execute();
}

/**
 * Deletes the factors that were added to an account within these days, its recovery codes, and everything that waits for
 * a factor. Returns the number of factors.
 */
export async function endNewFactors(tx: Tx, accountId: number, days: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    WITH keys AS (DELETE FROM passkeys WHERE account_id = ${accountId} AND created_at > app_now() - make_interval(days => ${days}) RETURNING id),
         codes AS (DELETE FROM time_codes WHERE account_id = ${accountId} AND created_at > app_now() - make_interval(days => ${days}) RETURNING account_id),
         spare AS (DELETE FROM recovery_codes WHERE account_id = ${accountId}),
         steps AS (DELETE FROM factor_steps WHERE account_id = ${accountId})
    SELECT ((SELECT count(*) FROM keys) + (SELECT count(*) FROM codes))::integer AS count`.execute(tx);
  return rows[0]?.count ?? 0;
}

export type StepPurpose = 'sign_in' | 'confirm' | 'set_up';

export interface StepRow {
  account_id: number | null;
  purpose: StepPurpose;
  way: string | null;
  challenge: string;
  secret_sealed: Buffer | null;
}

export async function insertStep(db: Db, step: StepRow & { ticketHash: Buffer; minutes: number }): Promise<void> {
  const { ticketHash, minutes, ...row } = step;
  await db
    .insertInto('factor_steps')
    .values({ ...row, ticket_hash: ticketHash, expires_at: sql<Date>`app_now() + make_interval(mins => ${minutes})` })
    .execute();
}

/** Counts an attempt at a step. Returns null for one that is unknown, finished, expired, or was tried `maxTries` times. */
export async function tryStep(db: Db, ticketHash: Buffer, purpose: StepPurpose, maxTries: number): Promise<StepRow | null> {
  const row = await db
    .updateTable('factor_steps')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('ticket_hash', '=', ticketHash)
    .where('purpose', '=', purpose)
    .where('tries', '<', maxTries)
    .where('expires_at', '>', sql<Date>`app_now()`)
    .returning(['account_id', 'purpose', 'way', 'challenge', 'secret_sealed'])
    .executeTakeFirst();
  return (row as StepRow | undefined) ?? null;
}

/** Finishes a step. Returns false when somebody was faster. */
export async function finishStep(tx: Tx, ticketHash: Buffer): Promise<boolean> {
  return (await tx.deleteFrom('factor_steps').where('ticket_hash', '=', ticketHash).returning('purpose').executeTakeFirst()) !== undefined;
}

export async function deleteOldSteps(db: Db): Promise<void> {
  await sql`DELETE FROM factor_steps WHERE expires_at < app_moment()`.execute(db);
  await sql`DELETE FROM factor_ends WHERE asked_at < app_moment() - interval '1 day'`.execute(db);
}

/** Counts the active administrators who reach a school: its own, and those of all schools. */
export async function countAdministrators(db: Db, schoolId: number | null): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(DISTINCT accounts.id) AS count FROM administrators JOIN accounts ON accounts.id = administrators.account_id
     WHERE accounts.status AND (accounts.school_id IS NULL OR accounts.school_id IS NOT DISTINCT FROM ${schoolId}::bigint)`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** Returns the administrator who asked within a day to end the account's factors. */
export async function findAskedEnd(db: Db, accountId: number): Promise<{ asked_by: number; name: string } | null> {
  const { rows } = await sql<{ asked_by: number; name: string }>`
    SELECT asked_by, trim(first_name || ' ' || last_name) AS name FROM factor_ends JOIN accounts ON accounts.id = asked_by
     WHERE account_id = ${accountId} AND asked_at > app_now() - interval '1 day'`.execute(db);
  return rows[0] ?? null;
}

export async function askEnd(tx: Tx, accountId: number, askedBy: number): Promise<void> {
  await tx
    .insertInto('factor_ends')
    .values({ account_id: accountId, asked_by: askedBy })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ asked_by: askedBy, asked_at: sql<Date>`app_now()` }))
    .execute();
}

export interface RuleRow {
  role_id: number;
  role_key: string | null;
  role_name: string;
  level: FactorLevel | null;
  required_from: string | null;
  people: number;
  with_factor: number;
}

/** Returns all roles with the rule of a school, and how many of its active people have the role and a factor. */
export async function listRules(db: Db, schoolId: number): Promise<RuleRow[]> {
  const { rows } = await sql<RuleRow>`
    SELECT roles.id AS role_id, roles.key AS role_key, roles.name AS role_name, rule.level, to_char(rule.required_from, 'YYYY-MM-DD') AS required_from,
           coalesce(held.people, 0)::integer AS people, coalesce(held.with_factor, 0)::integer AS with_factor
      FROM roles
      LEFT JOIN factor_rules rule ON rule.role_id = roles.id AND rule.school_id = ${schoolId}
      LEFT JOIN (SELECT account_roles.role_id, count(*) AS people, count(holder.account_id) AS with_factor
                   FROM account_roles JOIN people ON people.id = account_roles.account_id
                   LEFT JOIN factor_holders holder ON holder.account_id = account_roles.account_id
                  WHERE account_roles.is_active AND people.status AND people.school_id = ${schoolId} GROUP BY account_roles.role_id) held ON held.role_id = roles.id
     ORDER BY roles.id`.execute(db);
  return rows;
}

export async function saveRule(tx: Tx, rule: { schoolId: number; roleId: number; level: FactorLevel; requiredFrom: string | null }): Promise<void> {
  const { schoolId, roleId, level, requiredFrom } = rule;
  await sql`
    INSERT INTO factor_rules (school_id, role_id, level, required_from) VALUES (${schoolId}, ${roleId}, ${level}, ${requiredFrom}::date)
    ON CONFLICT ON CONSTRAINT factor_rules_unique DO UPDATE SET level = excluded.level, required_from = excluded.required_from`.execute(tx);
}

export async function isSchool(db: Db, id: number): Promise<boolean> {
  return (await db.selectFrom('schools').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
