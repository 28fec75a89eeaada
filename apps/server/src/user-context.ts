import { type AccessEngine } from './modules/people/access/index.ts';
import { findListener, type UserContext } from './modules/people/accounts/index.ts';
import { listClassesOf } from './modules/class/classes/index.ts';
import type { FileLinks } from './modules/school/files/index.ts';
import { findActiveAssessment } from './modules/lesson/live/index.ts';
import { appNow } from './platform/clock.ts';
import type { Db } from './platform/database/index.ts';

/**
 * Collects what other modules know about a person who signs in: classes, the running lesson, the address of the
 * picture.
 */
export function createUserContext({ access, fileLinks }: { access: AccessEngine; fileLinks: FileLinks }) {
  return async (db: Db, { id, pictureFileId }: { id: number; pictureFileId: number | null }): Promise<UserContext> => {
    const person = await findListener(db, access, id);
    const courses = (await listClassesOf(db, id)).map(({ id: courseId, name, section }) => ({ id: courseId, name, section }));
    const lesson = person ? await findActiveAssessment(db, person) : { activeAssessment: null, hasActiveAssessment: false };
    return { courses, ...lesson, pictureUrl: pictureFileId === null ? null : fileLinks.at(await appNow(db))(pictureFileId) };
  };
}
