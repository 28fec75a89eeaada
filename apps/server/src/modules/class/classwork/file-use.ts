import type { FileUse, NamedUse } from '../../../manifest.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { Person } from '../../../platform/http/index.ts';
import { MAX_NAMED } from '../../school/files/index.ts';
import { getVisibleWork } from './access.ts';
import { listWorksWithFile } from './file-use-queries.ts';
import type { CourseWorkRow } from './queries.ts';

/** The files of classwork, for everyone who sees the work: attached, or as a picture in its instructions. */
export const workFiles: FileUse = {
  count: async (db, fileId) => [{ table: 'course_works', count: (await listWorksWithFile(db, fileId)).length }],
  async list(db, actor, fileId) {
    const named: NamedUse[] = [];
    for (const { id } of (await listWorksWithFile(db, fileId)).slice(0, MAX_NAMED)) {
      const work = await findSeenWork(db, actor, id);
      if (work) named.push({ table: 'course_works', id, name: work.title, course_id: work.course_id });
    }
    return named;
  },
  async canRead(db, actor, fileId) {
    for (const { id } of await listWorksWithFile(db, fileId)) if (await findSeenWork(db, actor, id)) return true;
    return false;
  },
};

/**
 * Returns the work for people who see its content. While an assessment is unfinished, students see only the title and
 * date of its work.
 */
async function findSeenWork(db: Db, person: Person, workId: number): Promise<CourseWorkRow | null> {
  try {
    const { work, standing } = await getVisibleWork(db, person, workId);
    return standing === 'staff' || work.assessment_id === null || work.assessment_status === 'finished' ? work : null;
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}
