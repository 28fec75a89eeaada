import { sql } from 'kysely';
import type { Db } from './database/index.ts';
import { type AppError, appError } from './errors.ts';

/** The name of a suspended school, and the reason as its people read it. */
export interface Suspension {
  readonly school: string;
  readonly reason: string;
}

/** Returns the refusal that people of a suspended school read. */
export const suspendedError = ({ school, reason }: Suspension): AppError => appError('SCHOOL_SUSPENDED', { school, reason });

/** Returns the suspension of a school. Null: it is not suspended. */
async function findSuspension(db: Db, schoolId: number): Promise<Suspension | null> {
  const { rows } = await sql<Suspension>`SELECT school_name AS school, reason FROM suspended_schools WHERE school_id = ${schoolId}`.execute(db);
  return rows[0] ?? null;
}

/** Returns true while a school is suspended. */
export const isSuspended = async (db: Db, schoolId: number): Promise<boolean> => (await findSuspension(db, schoolId)) !== null;

/** Refuses a call that concerns a suspended school and that nobody is signed in for. @throws SCHOOL_SUSPENDED */
export async function requireSchoolOpen(db: Db, schoolId: number): Promise<void> {
  const suspension = await findSuspension(db, schoolId);
  if (suspension) throw suspendedError(suspension);
}

/**
 * Refuses to let an account in while its school is suspended. Administrators of the whole installation are let in.
 * @throws SCHOOL_SUSPENDED
 */
export async function requireSchoolOpenFor(db: Db, accountId: number): Promise<void> {
  const { rows } = await sql<Suspension>`SELECT school_name AS school, reason FROM suspended_accounts WHERE account_id = ${accountId}`.execute(db);
  if (rows[0]) throw suspendedError(rows[0]);
}

/** Returns true for an address of a person whose school is suspended. */
export async function isAddressSuspended(db: Db, address: string): Promise<boolean> {
  const { rows } = await sql`SELECT FROM suspended_accounts WHERE email_key = lower(NORMALIZE(trim(${address}::text), NFKC))`.execute(db);
  return rows.length > 0;
}
