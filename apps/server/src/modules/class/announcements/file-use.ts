import type { FileUse } from '../../../manifest.ts';
import type { Db } from '../../../platform/database/index.ts';
import { MAX_NAMED } from '../../school/files/index.ts';
import { listIdsWithFile } from './file-use-queries.ts';
import { listAnnouncements } from './list-queries.ts';

/** The files of announcements, for everyone who sees one of them. */
export const announcementFiles: FileUse = {
  count: async (db, fileId) => [{ table: 'announcements', count: (await listIdsWithFile(db, fileId)).length }],
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
