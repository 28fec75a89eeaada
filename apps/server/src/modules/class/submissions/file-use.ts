import type { FileUse, NamedUse } from '../../../manifest.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Person } from '../../../platform/http/index.ts';
import { standingIn } from '../classes/index.ts';
import { MAX_NAMED } from '../../school/files/index.ts';
import { type HoldingRow, listSubmissionsWithFile } from './file-use-queries.ts';
import { findPostedWork } from './work-queries.ts';

/** Files of submissions, visible only to their student and the staff of the class. */
export const submissionFiles: FileUse = {
  count: async (db, fileId) => [{ table: 'submissions', count: (await listSubmissionsWithFile(db, fileId)).length }],
  async list(db, actor, fileId) {
    const named: NamedUse[] = [];
    for (const held of (await listSubmissionsWithFile(db, fileId)).slice(0, MAX_NAMED)) {
      const work = (await maySee(db, actor, held)) ? await findPostedWork(db, held.course_id, held.course_work_id) : null;
      if (work) named.push({ table: 'submissions', id: work.id, name: work.title, course_id: work.course_id });
    }
    return named;
  },
  async canRead(db, actor, fileId) {
    for (const held of await listSubmissionsWithFile(db, fileId)) if (await maySee(db, actor, held)) return true;
    return false;
  },
};

async function maySee(db: Db, person: Person, { course_id, account_id }: HoldingRow): Promise<boolean> {
  const standing = await standingIn(db, person, course_id);
  return standing === 'staff' || (standing === 'student' && account_id === person.accountId);
}
