import type { Tx } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import type { Actor } from '../../../../platform/http/index.ts';
import { EVERYWHERE, isWithin } from '../../../../platform/reach.ts';
import { listMorePrivileged } from '../../access/index.ts';
import { type AdministeredRow, findAdministered, lockAccountWithin } from './queries.ts';

/** Returns the account, locked until commit. @throws NOT_FOUND, also for one of another school */
export async function requireAccount(tx: Tx, actor: Actor, id: number): Promise<AdministeredRow> {
  const row = (await lockAccountWithin(tx, id, actor.reach)) ? await findAdministered(tx, id) : null;
  if (!row) throw appError('NOT_FOUND');
  return row;
}

/**
 * Requires one's own account, or one of a school that this person may reach. To save it, the account is locked until
 * commit and must not have more rights than this person. @throws NOT_FOUND, PERSON_MAY_MORE
 */
export async function lockReachableAccount(tx: Tx, actor: Actor, id: number, { toSave }: { toSave: boolean }): Promise<void> {
  const reach = id === actor.accountId ? EVERYWHERE : actor.reach;
  if (toSave && !(await lockAccountWithin(tx, id, reach))) throw appError('NOT_FOUND');
  const row = await findAdministered(tx, id);
  if (!row || !isWithin(reach, row.school_id)) throw appError('NOT_FOUND');
  if (toSave) await requireNotMorePrivileged(tx, actor, row);
}

/**
 * Refuses to act on an account with more rights, since anyone who may sign in as somebody, or change their address,
 * gains their rights. @throws PERSON_MAY_MORE when the account may do more than this person
 */
export async function requireNotMorePrivileged(tx: Tx, actor: Actor, { id }: Pick<AdministeredRow, 'id'>): Promise<void> {
  if (id === actor.accountId || (await listMorePrivileged(tx, actor, [id])).length === 0) return;
  throw appError('PERSON_MAY_MORE');
}
