import type { MessageKey, Translate } from '@classwright/contract';
import type { Tx } from '../../../platform/database/index.ts';
import { setOutsideAnnouncementsArchived } from '../announcements/index.ts';
import { archiveClass, archiveTopics, type ClassRoom, removeMembers } from '../classes/index.ts';
import { setOutsideWorksArchived } from '../classwork/index.ts';
import { closeInvitations } from '../invitations/index.ts';
import type { Grounds } from './grounds.ts';

type WorkTelling = Parameters<typeof setOutsideWorksArchived>[4];
type PostTelling = Parameters<typeof setOutsideAnnouncementsArchived>[4];

export { restoreInvitations } from '../invitations/index.ts';
export { restoreTopics } from '../classes/index.ts';

/** Archives a class. */
export const endClass = (tx: Tx, _grounds: Grounds, room: ClassRoom, courseId: number): Promise<void> => archiveClass(tx, room, courseId);

/** Ends memberships of a class. Returns the accounts that left; its owner stays. */
export const endMembers = (tx: Tx, _grounds: Grounds, courseId: number, accountIds: readonly number[]): Promise<number[]> =>
  accountIds.length > 0 ? removeMembers(tx, courseId, accountIds) : Promise.resolve([]);

/** Archives topics. Returns the archived ones; a topic that is still in use stays. */
export const endTopics = (tx: Tx, _grounds: Grounds, t: Translate<MessageKey>, ids: readonly number[]): Promise<number[]> => archiveTopics(tx, t, ids);

/** Archives works and materials of a class. */
export const endWorks = (tx: Tx, _grounds: Grounds, courseId: number, ids: readonly number[], telling: WorkTelling): Promise<void> =>
  setOutsideWorksArchived(tx, courseId, ids, true, telling);
export const restoreWorks = (tx: Tx, courseId: number, ids: readonly number[], telling: WorkTelling): Promise<void> =>
  setOutsideWorksArchived(tx, courseId, ids, false, telling);

/** Archives announcements of a class. */
export const endAnnouncements = (tx: Tx, _grounds: Grounds, courseId: number, ids: readonly number[], telling: PostTelling): Promise<void> =>
  setOutsideAnnouncementsArchived(tx, courseId, ids, true, telling);
export const restoreAnnouncements = (tx: Tx, courseId: number, ids: readonly number[], telling: PostTelling): Promise<void> =>
  setOutsideAnnouncementsArchived(tx, courseId, ids, false, telling);

/** Closes open invitations of a class. */
export const endInvitations = (tx: Tx, _grounds: Grounds, room: ClassRoom, courseId: number, ids: readonly number[]): Promise<void> =>
  closeInvitations(tx, room, courseId, ids);
