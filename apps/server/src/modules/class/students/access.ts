import type { Db } from '../../../platform/database/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { type Actor, can } from '../../../platform/http/index.ts';
import { listMorePrivileged } from '../../people/access/index.ts';
import { isWithin } from '../../../platform/reach.ts';
import { listLinkHolders, type LinkHolder } from '../../people/accounts/index.ts';
import { listMembers, standingIn } from '../classes/index.ts';
import { listOwnStudents } from './queries.ts';

/** Checks the class. @throws NOT_FOUND for a class that this person does not teach */
export async function requireStaffedClass(db: Db, actor: Actor, courseId: number): Promise<void> {
  if ((await standingIn(db, actor, courseId)) !== 'staff') throw appError('NOT_FOUND');
}

/**
 * Checks the people for whom this person makes cards: students of a class they teach, or people whose accounts they may
 * edit. Nobody gets a card for a person with more rights, since it signs in as that person. @throws NOT_FOUND when one
 * of them is not theirs
 */
export async function requireCardHolders(
  db: Db,
  actor: Actor,
  asked: { course_id?: number | undefined; account_ids?: readonly number[] | undefined },
): Promise<LinkHolder[]> {
  if (asked.course_id !== undefined) await requireStaffedClass(db, actor, asked.course_id);
  const ids =
    asked.account_ids ??
    (asked.course_id === undefined ? null : (await listMembers(db, asked.course_id, { role: 'STUDENT' })).map(({ account_id }) => account_id));
  if (ids === null) throw fieldError('course_id', 'cards.target');
  const holders = await listLinkHolders(db, [...new Set(ids)]);
  if (holders.length < new Set(ids).size || !(await areAllTheirs(db, actor, holders))) throw appError('NOT_FOUND');
  return holders;
}

async function areAllTheirs(db: Db, actor: Actor, holders: readonly LinkHolder[]): Promise<boolean> {
  const ids = holders.map(({ id }) => id);
  const mayEdit = can(actor, 'accounts', 'edit');
  const own = new Set(await listOwnStudents(db, actor.accountId, ids));
  const isTheirs = ({ id, school_id }: LinkHolder) => own.has(id) || (mayEdit && isWithin(actor.reach, school_id));
  return holders.every(isTheirs) && (await listMorePrivileged(db, actor, ids, 'student')).length === 0;
}
