import {
  workProductGenerate,
  workProductGenerateByGet,
  workProductMakeMany,
  workProductRegenerate,
  workProductRegenerateByGet,
  MAX_PRODUCTS_PER_CALL,
  type WorkProductView,
} from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { appNow } from '../../../platform/clock.ts';
import { type Db, inTransaction } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../platform/http/index.ts';
import type { Log } from '../../../platform/log.ts';
import { getOwnProduct, getStaffRun } from './access.ts';
import type { WorkProductsDependencies } from './dependencies.ts';
import { enqueueProducts } from './job.ts';
import { makeProduct } from './make.ts';
import { findProduct, markWaiting } from './queries.ts';
import { toWorkProductView } from './views.ts';

/** The queue length up to which a student waits for their own document; beyond it, it is made as a job. */
const MOST_WAITING = 4;

interface Call {
  tx: Db;
  actor: Actor;
  input: { id: number };
  log: Log;
}

/** Implements making a student's own work product again, and those of a class. */
export function implementGenerate(dependencies: WorkProductsDependencies): Implementation[] {
  const { t, jobs, drawer, fileLinks } = dependencies;

  async function view(db: Db, id: number): Promise<WorkProductView> {
    const row = await findProduct(db, id);
    if (!row) throw appError('WORK_PRODUCT_NOT_FOUND');
    return toWorkProductView(row, fileLinks.at(await appNow(db)));
  }

  async function generate({ tx: db, actor, input, log }: Call) {
    const { id, session_id: sessionId, account_id: accountId } = await getOwnProduct(db, actor, input.id);
    if (drawer.waiting >= MOST_WAITING) {
      await inTransaction(db, async (tx) => {
        await markWaiting(tx, sessionId, [accountId], 1);
        await enqueueProducts(jobs, tx, sessionId, [accountId]);
      });
      return { work_product: await view(db, id), message: t('workProduct.queued') };
    }
    try {
      await makeProduct(db, dependencies, sessionId, accountId);
    } catch (error) {
      log.error({ err: error, session: sessionId }, 'a work product could not be made');
      throw appError('WORK_PRODUCT_FAILED');
    }
    return { work_product: await view(db, id), message: t('workProduct.generated') };
  }

  return [
    implement(workProductGenerate, generate),
    implement(workProductGenerateByGet, generate),
    implement(workProductRegenerate, generate),
    implement(workProductRegenerateByGet, generate),
    implement(workProductMakeMany, async ({ tx, actor, input, requestId }) => {
      const run = await getStaffRun(tx, actor, input.assessment_id);
      const accountIds = await markWaiting(tx, run.id, input.account_ids ?? null, MAX_PRODUCTS_PER_CALL);
      await enqueueProducts(jobs, tx, run.id, accountIds);
      const after = { name: run.title, account_ids: accountIds };
      await audit(tx, actor, { action: workProductMakeMany.name, subjectType: 'workProduct', subjectId: null, after, requestId });
      return { message: t('workProduct.makingMany', { count: accountIds.length }), count: accountIds.length };
    }),
  ];
}
