import type { FileUse } from '../../../manifest.ts';
import { standingIn } from '../../class/classes/index.ts';
import { countWithFile, findProductWithFile } from './queries.ts';

/** The PDF of a student, visible to the student and the staff of the class. */
export const workProductFiles: FileUse = {
  count: async (db, fileId) => [{ table: 'work_products', count: await countWithFile(db, fileId) }],
  async canRead(db, actor, fileId) {
    const product = await findProductWithFile(db, fileId);
    if (!product) return false;
    const standing = await standingIn(db, actor, product.course_id);
    return standing === 'staff' || (standing === 'student' && product.account_id === actor.accountId);
  },
};
