import { withoutMarks } from '@classwright/contract';
import type { Db } from '../../../platform/database/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { discardFiles, storeFile, type FileStorage, findFiles } from '../../school/files/index.ts';
import { awardWorkProduct } from '../../school/rewards/index.ts';
import { attachWorkProduct } from '../../class/submissions/index.ts';
import { loadContent } from './content.ts';
import type { WorkProductsDependencies } from './dependencies.ts';
import { buffer } from 'node:stream/consumers';
import type { DrawnPicture } from './drawing/product-document.ts';
import { lockProduct, setMade } from './queries.ts';

/**
 * The maximum size of one picture, and of all together, so that the file can be emailed. Other pictures are replaced by
 * their alternative text.
 */
const MOST_BYTES = 5_000_000;
const MOST_BYTES_TOGETHER = 12_000_000;

/** Reads the bytes of pictures, in the given order, within the size limit. */
async function readPictures(db: Db, storage: FileStorage, fileIds: readonly number[]): Promise<DrawnPicture[]> {
  const files = new Map((await findFiles(db, fileIds)).map((file) => [file.id, file]));
  const pictures: DrawnPicture[] = [];
  let left = MOST_BYTES_TOGETHER;
  for (const fileId of fileIds) {
    const file = files.get(fileId);
    if (!file?.mime_type.startsWith('image/') || file.byte_size === 0 || file.byte_size > Math.min(MOST_BYTES, left)) continue;
    const stream = await storage.read(file.storage_key, { start: 0, end: file.byte_size - 1 });
    if (!stream) continue;
    pictures.push({ fileId, type: file.mime_type, bytes: await buffer(stream) });
    left -= file.byte_size;
  }
  return pictures;
}

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
