/**
 * Announcements: messages of the staff of a class to its students, and the replies.
 *
 * Invariants: one act for several classes makes one announcement in each, all of them or none; students see posted
 * announcements that are for them, staff see all of their classes, nobody else sees any; a scheduled announcement is
 * posted once, regardless of the number of processes, and never in an archived class; listed words in students' replies
 * are replaced; deleted announcements can be restored.
 */
import type { Manifest } from '../../../manifest.ts';
import type { Db } from '../../../platform/database/index.ts';
import { implementAnnouncementCreate } from './announcement-create.ts';
import { implementAnnouncementDelete } from './announcement-delete.ts';
import { implementAnnouncementRead } from './announcement-read.ts';
import { implementAnnouncementUpdate } from './announcement-update.ts';
import { implementComments } from './comments.ts';
import type { AnnouncementsDependencies } from './dependencies.ts';
import { announcementFiles } from './file-use.ts';
import { postingJob } from './posting.ts';

export {
  type AnnouncementFromOutside,
  listOutsideAnnouncements,
  lockOutsideAnnouncements,
  mergeAnnouncementExternal,
  type OutsideAnnouncement,
  setOutsideAnnouncementsArchived,
  importAnnouncementChanges,
  importNewAnnouncements,
} from './from-outside.ts';

export function announcementsModule({ db, ...dependencies }: AnnouncementsDependencies & { db: Db }): Manifest {
  return {
    implementations: [
      ...implementAnnouncementRead(dependencies),
      implementAnnouncementCreate(dependencies),
      ...implementAnnouncementUpdate(dependencies),
      ...implementAnnouncementDelete(dependencies),
      ...implementComments(dependencies),
    ],
    jobs: [postingJob({ db, ...dependencies })],
    fileUses: [announcementFiles],
  };
}
