/**
 * Work products: the PDF that each student takes home from a finished lesson.
 *
 * Invariants: the transaction that finishes a lesson records the students who wait for one, so nobody is left out; each
 * is made by its own job, drawn in a thread that yields to everything that responds to calls, and stored as a file of
 * the student, which the staff of the class may read too; one that could not be made is listed for the student until it
 * exists; students who did not request it are notified once it is ready; it names no classmates. For the drawing and
 * its tools, see docs/decisions/work-products.md.
 */
import type { Manifest, FileUse } from '../../../manifest.ts';
import type { Db } from '../../../platform/database/index.ts';
import type { WorkProductsOptions } from './dependencies.ts';
import { sessionFinished } from '../live/index.ts';
import { createDrawer } from './drawing/draw.ts';
import { standingIn } from '../../class/classes/index.ts';
import { productsWithFile, findProductWithFile } from './queries.ts';
import { createProductMaking, productJob, productNoticeJob } from './job.ts';
import { implementGenerate } from './work-product-generate.ts';
import { implementRead } from './work-product-read.ts';
import { personalData } from './personal-data.ts';

export { createProductMaking } from './job.ts';
export { listMadeProducts } from './queries.ts';

/** The PDF of a student, visible to the student and the staff of the class. */
const workProductFiles: FileUse = {
  holders: { work_products: productsWithFile },
  async canRead(db, actor, fileId) {
    const product = await findProductWithFile(db, fileId);
    if (!product) return false;
    const standing = await standingIn(db, actor, product.course_id);
    return standing === 'staff' || (standing === 'student' && product.account_id === actor.accountId);
  },
};

export function workProductsModule({ backgroundDb, ...given }: Omit<WorkProductsOptions, 'db'> & { backgroundDb: Db }): Manifest {
  const dependencies = { ...given, db: backgroundDb, drawer: createDrawer() };
  const makeProducts = createProductMaking(given.jobs);
  return {
    personalData,
    implementations: [...implementRead(dependencies), ...implementGenerate(dependencies)],
    jobs: [productJob(dependencies), productNoticeJob(dependencies)],
    fileUses: [workProductFiles],
    listens: [sessionFinished.listen((tx, { sessionId }) => makeProducts(tx, sessionId))],
  };
}
