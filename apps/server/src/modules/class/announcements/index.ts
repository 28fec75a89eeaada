/**
 * Announcements: what the staff of a class say to its students, and what is replied.
 *
 * Invariants: one act for several classes makes one announcement in each, all of them or none; students see what is posted
 * and for them, staff all of their classes, nobody else anything; what waits for its time is posted once, however many
 * processes there are, and never in an archived class; what students reply is read with listed words replaced; what is
 * deleted can be brought back.
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
  setAnnouncementsGone,
  takeAnnouncementFields,
  takeNewAnnouncements,
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
