import { withoutMarks } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { discardFiles, storeFile } from '../../school/files/index.ts';
import { awardWorkProduct } from '../../school/rewards/index.ts';
import { attachWorkProduct } from '../../class/submissions/index.ts';
import { loadContent } from './content.ts';
import type { WorkProductsDependencies } from './dependencies.ts';
import { readPictures } from './pictures.ts';
import { lockProduct, setMade } from './queries.ts';

const MOST_NAME = 120;

/**
 * Makes one student's work product of a finished session, stores it as a file of the student and attaches it to the
 * coursework, replacing an older one. Draws outside of any transaction. Returns false if there is nothing to make: the
 * lesson has not finished, or the student did not take part.
 */
export async function makeProduct(db: Db, dependencies: WorkProductsDependencies, sessionId: number, accountId: number): Promise<boolean> {
  const { t, drawer, storage } = dependencies;
  const content = await loadContent(db, dependencies, sessionId, accountId);
  if (!content) return false;
  const { document, lesson } = content;
  const bytes = await drawer.draw(document, await readPictures(db, storage, content.fileIds));
  const name = withoutMarks(t)('workProduct.file', { title: cut(document.title), name: cut(document.student) });
  return inTransaction(db, async (tx) => {
    const held = await lockProduct(tx, sessionId, accountId);
    if (!held) return false;
    const fileId = await storeFile(tx, storage, { ownerId: accountId, schoolId: lesson.school_id, name, bytes, isMade: true });
    await setMade(tx, held.id, fileId);
    await attachWorkProduct(tx, dependencies, { courseId: lesson.course_id, assessmentId: lesson.assessment_id, accountId, fileId, title: name });
    await awardWorkProduct(tx, { sessionId, accountId });
    if (held.file_id !== null) await discardFiles(tx, [held.file_id]);
    return true;
  });
}

const cut = (text: string): string => Array.from(text).slice(0, MOST_NAME).join('');
