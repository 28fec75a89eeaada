import type { ConsentAsks, MessageKey, OptionalUse, Translate } from '@classwright/contract';
import { sql } from 'kysely';
import type { Db, Tx } from './database/index.ts';
import { appError } from './errors.ts';

/** The optional uses about which a school asks somebody. The school agrees for everyone to a use that is left out. */
export type Demands = Partial<Record<OptionalUse, Exclude<ConsentAsks, 'school'>>>;

export async function listDemands(db: Db, schoolId: number): Promise<Demands> {
  const { rows } = await sql<{ use: OptionalUse; asks: Exclude<ConsentAsks, 'school'> }>`
    SELECT use, asks FROM consents_asked WHERE school_id = ${schoolId} ORDER BY use`.execute(db);
  return Object.fromEntries(rows.map(({ use, asks }) => [use, asks]));
}

/** Returns who of these accounts is left out of a use, since nobody who must has agreed to it. */
export async function listWithoutConsent(db: Db, use: OptionalUse, accountIds: readonly number[]): Promise<Set<number>> {
  if (accountIds.length === 0) return new Set();
  const { rows } = await sql<{ id: number }>`
    SELECT account_id AS id FROM consents_lacking WHERE use = ${use} AND account_id = ANY(${[...accountIds]}::bigint[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** Returns who is asked about a use of this account and has not agreed; null when the use is allowed. */
async function findAsked(db: Db, accountId: number, use: OptionalUse): Promise<'guardian' | 'student' | null> {
  const { rows } = await sql<{ asks: 'guardian' | 'student' }>`
    SELECT asks FROM consents_lacking WHERE account_id = ${accountId} AND use = ${use}`.execute(db);
  return rows[0]?.asks ?? null;
}

/** Returns why a use of one’s own data is refused, and what to do; null when it is allowed. */
export async function explainLacking(db: Db, t: Translate<MessageKey>, accountId: number, use: OptionalUse): Promise<{ use: string; remedy: string } | null> {
  const asks = await findAsked(db, accountId, use);
  return asks && { use: t(`consents.use.${use}`), remedy: t(`consents.remedy.${asks}`) };
}

/** Refuses a use of one’s own data that nobody who must has agreed to. @throws CONSENT_NEEDED */
export async function requireConsent(db: Db, t: Translate<MessageKey>, accountId: number, use: OptionalUse): Promise<void> {
  const lacking = await explainLacking(db, t, accountId, use);
  if (lacking) throw appError('CONSENT_NEEDED', lacking);
}

/**
 * Keeps the consents of a person as they are until commit: what is checked afterwards still holds when the caller’s
 * changes count, since a withdrawal waits for them.
 */
export async function holdConsents(tx: Tx, accountId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(hashtextextended('consents', ${accountId}))`.execute(tx);
}

/** Waits until nobody relies on the consents of these people or changes them, and keeps others from it until commit. */
export async function lockConsents(tx: Tx, accountIds: readonly number[]): Promise<void> {
  await sql`
    SELECT pg_advisory_xact_lock(hashtextextended('consents', given.id))
      FROM (SELECT DISTINCT id FROM unnest(${[...accountIds]}::bigint[]) AS id ORDER BY id) given`.execute(tx);
}
