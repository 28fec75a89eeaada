import { MAX_NAMED } from '../../school/files/index.ts';
import type { FileUse, NamedUse } from '../../../manifest.ts';
import { canReachAssessment } from './access.ts';
import { listAssessmentsWithFile } from './file-use-queries.ts';

/** The files of assessments, for everyone who reaches one of them. */
export const assessmentFiles: FileUse = {
  count: async (db, fileId) => [{ table: 'assessments', count: (await listAssessmentsWithFile(db, fileId)).length }],
  async list(db, actor, fileId) {
    const named: NamedUse[] = [];
    for (const { id, title } of (await listAssessmentsWithFile(db, fileId)).slice(0, MAX_NAMED))
      if (await canReachAssessment(db, actor, id)) named.push({ table: 'assessments', id, name: title, course_id: null });
    return named;
  },
  async canRead(db, actor, fileId) {
    for (const { id } of await listAssessmentsWithFile(db, fileId)) if (await canReachAssessment(db, actor, id)) return true;
    return false;
  },
};
