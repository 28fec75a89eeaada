import type { FileUse } from '../../../manifest.ts';
import { listVersionsWithFile } from '../../bank/questions/index.ts';
import { findMemberLesson } from './access.ts';
import { countAnswersWithFile, listAssessmentsAnsweredWith, listAssessmentsThatAsked } from './file-use-queries.ts';

/**
 * Files in lessons. The class can see files of a question that a lesson has asked; staff can see files of an answer
 * (classmates get them with the feed, when they may read it).
 */
export const lessonFiles: FileUse = {
  count: countAnswersWithFile,
  async canRead(db, actor, fileId) {
    const versions = (await listVersionsWithFile(db, fileId)).filter(({ is_open }) => is_open);
    for (const id of await listAssessmentsThatAsked(
      db,
      versions.map(({ version_id }) => version_id),
    ))
      if (await findMemberLesson(db, actor, id)) return true;
    for (const id of await listAssessmentsAnsweredWith(db, fileId)) if ((await findMemberLesson(db, actor, id))?.audience === 'staff') return true;
    return false;
  },
};
