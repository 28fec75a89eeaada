import { announcementDelete, announcementDeleteMany, announcementRestoreMany, type ManyDone, type MessageKey } from '@classwright/contract';
import { auditEach } from '../../../platform/audit/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation, type Call } from '../../../platform/http/index.ts';
import type { AnnouncementsDependencies } from './dependencies.ts';
import { announcePosted, coursesOf, keyOf } from './posting.ts';
import { archiveAnnouncements, type HeldAnnouncement, lockAnnouncements } from './queries.ts';

/**
 * Deletes announcements and withdraws their notifications, or restores them and notifies again. Replies stay with the
 * announcement.
 */
export function implementAnnouncementDelete(dependencies: AnnouncementsDependencies): Implementation[] {
  const { t, notifier, room } = dependencies;

  /**
   * Deletes those of the announcements that this person may change, or restores them. Those of archived classes are
   * unchanged.
   */
  async function move(
    { tx, actor, requestId }: Call,
    ids: readonly number[],
    away: boolean,
    action: string,
  ): Promise<{ held: HeldAnnouncement[]; archived: HeldAnnouncement[] }> {
    const found = (await lockAnnouncements(tx, actor, ids, !away)).filter(({ is_staff }) => is_staff);
    const held = found.filter(({ is_active }) => is_active);
    const moved = held.map(({ id }) => id);
    await archiveAnnouncements(tx, moved, away);
    const posted = held.filter(({ state }) => state === 'PUBLISHED');
    const told = posted.map(({ id }) => id);
    const coursesSeen = coursesOf(posted);
    if (away) {
      await notifier.withdraw(tx, told.map(keyOf));
      await room.announceInAll(tx, coursesSeen, 'class.stream.changed');
    } else await announcePosted(tx, dependencies, told, actor.accountId);
    const ofStaffAlone = coursesOf(held).filter((id) => !coursesSeen.includes(id));
    await room.announceToStaffInAll(tx, ofStaffAlone, 'class.stream.changed');
    const subjects = held.map(({ id, summary }) => ({ subjectId: id, [away ? 'before' : 'after']: { name: summary } }));
    await auditEach(tx, actor, { action, subjectType: 'announcement', requestId }, subjects);
    return { held, archived: found.filter(({ is_active }) => !is_active) };
  }

  async function moveMany(call: Call & { input: { ids: number[] } }, away: boolean, action: string): Promise<ManyDone> {
    const asked = [...new Set(call.input.ids)];
    const { held, archived } = await move(call, asked, away, action);
    const ids = held.map(({ id }) => id);
    const words: MessageKey = away ? 'announcement.deletedMany' : ('announcement.restoredMany' as never);
    return {
      message: t(words, { count: ids.length }),
      ids,
      refused: asked
        .filter((id) => !ids.includes(id))
        .map((id) => {
          const kept = archived.find((one) => one.id === id);
          return { id, name: kept?.summary ?? `#${id}`, message: t(kept ? 'error.CLASS_ARCHIVED' : 'announcement.gone') };
        }),
    };
  }

  return [
    implement(announcementDelete, async (call) => {
      const { held, archived } = await move(call, [call.input.id], true, announcementDelete.name);
      const [gone] = held;
      if (!gone) throw appError(archived.length > 0 ? 'CLASS_ARCHIVED' : 'NOT_FOUND');
      return { message: t('announcement.deleted'), id: gone.id };
    }),
    implement(announcementDeleteMany, (call) => moveMany(call, true, announcementDeleteMany.name)),
    implement(announcementRestoreMany, (call) => moveMany(call, false, announcementRestoreMany.name)),
  ];
}
