import type { FileUse } from '../files/index.ts';
import { canReachAssessment } from './access.ts';
import { listAssessmentsWithFile } from './file-use-queries.ts';

/** Files of assessments, for whoever reaches one of them. */
export const assessmentFiles: FileUse = {
  count: async (db, fileId) => [{ table: 'assessments', count: (await listAssessmentsWithFile(db, fileId)).length }],
  async canRead(db, actor, fileId) {
    for (const id of await listAssessmentsWithFile(db, fileId)) if (await canReachAssessment(db, actor, id)) return true;
    return false;
  },
};
