import { unfinishedAssessments, workProductGet, workProductList } from '@classwright/contract';
import { appNow } from '../../../platform/clock.ts';
import { appError } from '../../../platform/errors.ts';
import { can, implement, type Implementation } from '../../../platform/http/index.ts';
import { toPagination } from '../../../platform/lists.ts';
import { createUnfinishedPages } from '../../class/assessments/index.ts';
import { standingIn } from '../../class/classes/index.ts';
import { getClassRun } from './access.ts';
import type { WorkProductsDependencies } from './dependencies.ts';
import { countProducts, findProduct, listProducts, listUnfinished } from './queries.ts';
import { toWorkProductView } from './views.ts';

/**
 * Implements listing the work products that a student still waits for and those of a lesson, and reading one of them.
 */
export function implementRead({ fileLinks }: Pick<WorkProductsDependencies, 'fileLinks'>): Implementation[] {
  const unfinishedOfStaff = createUnfinishedPages(fileLinks);
  return [
    implement(unfinishedAssessments, async ({ tx, actor, input }) => {
      const { page, per_page } = input;
      if (can(actor, 'assessments', 'view')) {
        const { data, pagination } = await unfinishedOfStaff(tx, actor, input);
        const assessments = data.map((row) => ({ ...row, assessment_id: row.id }));
        return { data: assessments, assessments, pagination };
      }
      const { rows, total } = await listUnfinished(tx, actor.accountId, { limit: per_page, offset: (page - 1) * per_page });
      return { data: rows, assessments: rows, pagination: toPagination(input, total) };
    }),
    implement(workProductList, async ({ tx, actor, input }) => {
      const { page, per_page } = input;
      const run = await getClassRun(tx, actor, input.assessment_id);
      const whose = { sessionId: run.id, accountId: run.standing === 'staff' ? null : actor.accountId };
      const [rows, counts] = await Promise.all([listProducts(tx, { ...whose, limit: per_page, offset: (page - 1) * per_page }), countProducts(tx, whose)]);
      const urlOf = fileLinks.at(await appNow(tx));
      const { total, waiting, missing } = counts;
      return { data: rows.map((row) => toWorkProductView(row, urlOf)), pagination: toPagination(input, total), waiting, missing };
    }),
    implement(workProductGet, async ({ tx, actor, input }) => {
      const product = await findProduct(tx, input.id);
      const standing = product ? await standingIn(tx, actor, product.course_id) : 'none';
      const maySee = standing === 'staff' || (standing === 'student' && product?.account_id === actor.accountId);
      if (!product || !maySee) throw appError('WORK_PRODUCT_NOT_FOUND');
      return { work_product: toWorkProductView(product, fileLinks.at(await appNow(tx))) };
    }),
  ];
}
