import { sql } from 'kysely';
import type { Db, Tx } from '../database/index.ts';

/** A hold that keeps a person's data from deletion: of the person, or of a class of theirs. */
export interface OpenHold {
  reason: string;
  /** The last day. */
  until: string;
  /** The name of the class that is held; null for a hold of the person. */
  held_class: string | null;
}

/** The person is held: nothing of theirs may be deleted or erased now. */
export class PersonHeld extends Error {
  readonly hold: OpenHold;

  constructor(hold: OpenHold) {
    super('a hold keeps this person');
    this.hold = hold;
  }
}

/**
 * Keeps holds as they are until the commit: a new hold waits for the deletions that have begun, and each deletion sees the
 * holds that were made before it. `making`: this transaction makes or ends a hold.
 */
export async function lockHolds(tx: Tx, { making }: { making: boolean }): Promise<void> {
  await (making
    ? sql`SELECT pg_advisory_xact_lock(hashtext('retention holds'))`
    : sql`SELECT pg_advisory_xact_lock_shared(hashtext('retention holds'))`
  ).execute(tx);
}

/** Returns the hold that keeps one of these accounts, the longest one; null for none. */
export async function findOpenHold(db: Db | Tx, accountIds: readonly number[]): Promise<OpenHold | null> {
  const { rows } = await sql<OpenHold>`
    SELECT hold.reason, hold.until::text AS until, hold.held_class
      FROM held_people held JOIN open_holds hold ON hold.id = held.hold_id
     WHERE held.account_id = ANY(${[...accountIds]}::bigint[]) ORDER BY hold.until DESC, hold.id LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

/** Returns all accounts that a hold keeps now. */
export async function listHeldAccounts(db: Db): Promise<number[]> {
  return (await sql<{ id: number }>`SELECT DISTINCT account_id AS id FROM held_people WHERE account_id IS NOT NULL ORDER BY id`.execute(db)).rows.map(
    ({ id }) => id,
  );
}

/** Locks the holds and makes sure that none keeps one of these accounts. @throws PersonHeld */
export async function requireNotHeld(tx: Tx, accountIds: readonly number[]): Promise<void> {
  await lockHolds(tx, { making: false });
  const hold = await findOpenHold(tx, accountIds);
  if (hold) throw new PersonHeld(hold);
}
