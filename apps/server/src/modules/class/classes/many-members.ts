import type { Tx } from '../../../platform/database/index.ts';
import { endMemberships, reviveMemberships } from './queries.ts';
import { membersEnrolled, membershipEnded } from './events.ts';

/** The time for which the person who removed someone from a class can undo it. */
const TAKE_BACK_MINUTES = 60;

/** Removes people from a class, as `removeMember` does one. Returns the removed people. */
export async function removeMembers(tx: Tx, courseId: number, accountIds: readonly number[]): Promise<number[]> {
  const ended = await endMemberships(tx, courseId, accountIds);
  if (ended.length > 0) membershipEnded.announce(tx, { courseId, accountIds: ended });
  return ended;
}

/** Returns people who left within the hour to the class, in their old roles. Returns the people who are back. */
export async function returnMembers(tx: Tx, courseId: number, accountIds: readonly number[]): Promise<number[]> {
  const back = await reviveMemberships(tx, courseId, accountIds, TAKE_BACK_MINUTES);
  for (const role of ['TEACHER', 'STUDENT'] as const) {
    const ids = back.filter((member) => member.role === role).map(({ account_id }) => account_id);
    if (ids.length > 0) await membersEnrolled.announce(tx, { courseId, accountIds: ids, role });
  }
  return back.map(({ account_id }) => account_id);
}
