import type { ClassRole } from '@classwright/contract';
import type { Tx } from '../../../platform/database/index.ts';
import type { ClassRoom } from '../classes/index.ts';
import { insertInvitations, markDeleted, type NewInvitation, reopenInvitations, listOpenInvitations, type OutsideInvitation } from './queries.ts';

export { listOpenInvitations, type OutsideInvitation };

/**
 * Stores invitations that were sent in another system, without emailing anybody. Returns the ids of the new ones by the
 * key of the address.
 */
export async function takeInvitations(
  tx: Tx,
  room: ClassRoom,
  { courseId, role, invitedBy }: { courseId: number; role: ClassRole; invitedBy: number },
  people: readonly NewInvitation[],
): Promise<Map<string, number>> {
  const made = people.length > 0 ? await insertInvitations(tx, { courseId, role, invitedBy }, people) : new Map<string, number>();
  if (made.size > 0) await room.announceToStaff(tx, courseId, 'class.people.changed');
  return made;
}

/**
 * Closes invitations that are no longer open in the other system and whose people are not in the class; it is unknown
 * whether they were declined.
 */
export async function closeInvitations(tx: Tx, room: ClassRoom, courseId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await markDeleted(tx, ids);
  await room.announceToStaff(tx, courseId, 'class.people.changed');
}

/**
 * Reopens invitations that were closed because of another system. Returns those that are open; the rest were replaced
 * by newer ones, or their people are in the class.
 */
export async function restoreInvitations(tx: Tx, room: ClassRoom, courseId: number, ids: readonly number[]): Promise<number[]> {
  const open = ids.length > 0 ? await reopenInvitations(tx, courseId, ids) : [];
  if (open.length > 0) await room.announceToStaff(tx, courseId, 'class.people.changed');
  return open;
}
