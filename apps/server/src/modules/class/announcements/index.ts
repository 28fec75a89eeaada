/**
 * Announcements: messages of the staff of a class to its students, and the replies.
 *
 * Invariants: one act for several classes makes one announcement in each, all of them or none; students see posted
 * announcements that are for them, staff see all of their classes, nobody else sees any; a scheduled announcement is
 * posted once, regardless of the number of processes, and never in an archived class; listed words in students' replies
 * are replaced; deleted announcements can be restored.
 */
import type { Manifest, FileUse } from '../../../manifest.ts';
import type { Db } from '../../../platform/database/index.ts';
import { implementAnnouncementCreate } from './announcement-create.ts';
import { implementAnnouncementDelete } from './announcement-delete.ts';
import { implementAnnouncementRead } from './announcement-read.ts';
import { implementAnnouncementUpdate } from './announcement-update.ts';
import { implementComments } from './comments.ts';
import type { AnnouncementsDependencies } from './dependencies.ts';
import { ASKED_FILE, MAX_NAMED } from '../../school/files/index.ts';
import { announcementsWith, listIdsWithFile } from './queries.ts';
import { listAnnouncements } from './list-queries.ts';
import { postingJob } from './posting.ts';
import { personalData } from './personal-data.ts';

export { listAnnouncementsFor } from './list-queries.ts';
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

/** The files of announcements, for everyone who sees one of them. */
const announcementFiles: FileUse = {
  holders: { announcements: announcementsWith(ASKED_FILE) },
  async list(db, actor, fileId) {
    const rows = await listAnnouncements(db, actor, await listStanding(db, fileId));
    return rows.slice(0, MAX_NAMED).map(({ id, summary, course_id, course_name }) => ({ table: 'announcements', id, name: summary || course_name, course_id }));
  },
  async canRead(db, actor, fileId) {
    return (await listAnnouncements(db, actor, await listStanding(db, fileId))).length > 0;
  },
};

async function listStanding(db: Db, fileId: number): Promise<number[]> {
  return (await listIdsWithFile(db, fileId)).filter(({ is_archived }) => !is_archived).map(({ id }) => id);
}

export function announcementsModule({ db, ...dependencies }: AnnouncementsDependencies & { db: Db }): Manifest {
  return {
    personalData,
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
