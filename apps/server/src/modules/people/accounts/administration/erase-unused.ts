import type { MessageKey, Translate } from '@classwright/contract';
import { auditParts } from '../../../../platform/audit/index.ts';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import { findDependentsOf } from '../../../../platform/reference-lists/index.ts';
import { EVERYWHERE, isWithin } from '../../../../platform/reach.ts';
import type { Person } from '../../../../platform/http/index.ts';
import { guardAccess, listMorePrivileged } from '../../access/index.ts';
import { eraseAccounts, lockAccounts, listAccountsById, listUse } from './queries.ts';
import { toRecord } from './views.ts';

/** The reason an account is not erased with the import that created it. */
type Staying = 'elsewhere' | 'mightier' | 'signedIn' | 'inUse' | 'changed';

interface Judging {
  /** The time at which the accounts were created. */
  since: Date;
  t: Translate<MessageKey>;
}

/**
 * Returns the accounts that a person cannot erase, with the reasons: those out of reach, those that may do more, those
 * that were used, and those that were changed and are still active. Being deactivated or belonging to an invitation
 * group does not count as use.
 */
export async function listEraseProblems(db: Db, person: Person, ids: readonly number[], { since, t }: Judging): Promise<Map<number, Staying>> {
  if (ids.length === 0) return new Map();
  const mightier = new Set(await listMorePrivileged(db, person, ids));
  const dependents = await findDependentsOf(db, 'accounts', ids, t);
  const staying = new Map<number, Staying>();
  for (const { id, school_id, status, updated_at, has_signed_in, has_left_traces } of await listUse(db, ids)) {
    if (!isWithin(person.reach, school_id)) staying.set(id, 'elsewhere');
    else if (mightier.has(id)) staying.set(id, 'mightier');
    else if (has_signed_in || has_left_traces) staying.set(id, 'signedIn');
    else if ((dependents.get(id)?.length ?? 0) > 0) staying.set(id, 'inUse');
    else if (status && updated_at > since) staying.set(id, 'changed');
  }
  return staying;
}

/**
 * Erases those of the accounts that nobody has used, in their current state. Returns the accounts that are kept, with
 * the reasons. Each erased account leaves an entry in the audit trail as part of the batch of `requestId`. @throws
 * LAST_ADMIN
 */
export async function eraseUnused(
  tx: Tx,
  person: Person,
  ids: readonly number[],
  { requestId, action, ...judging }: Judging & { requestId: string; action: string },
): Promise<Map<number, Staying>> {
  if (ids.length === 0) return new Map();
  return guardAccess(tx, person, async () => {
    const held = await lockAccounts(tx, ids, EVERYWHERE);
    const staying = await listEraseProblems(tx, person, held, judging);
    const going = (await listAccountsById(tx, held)).filter(({ id }) => !staying.has(id));
    await eraseAccounts(
      tx,
      going.map(({ id }) => id),
    );
    const subjects = going.map((row) => ({ subjectId: row.id, before: toRecord(row) }));
    await auditParts(tx, person, { action, subjectType: 'account', requestId }, subjects);
    return staying;
  });
}
