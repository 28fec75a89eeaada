import { livePastLessons } from '@classwright/contract';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { toPagination } from '../../../platform/lists.ts';
import { listFinished } from './running-queries.ts';

/** Lists the past lessons that a student can view. */
export function implementLivePastLessons(): Implementation {
  return implement(livePastLessons, async ({ tx, input, actor }) => {
    const { rows, total } = await listFinished(tx, actor.accountId, input);
    return { data: rows.map((row) => ({ ...row, finished_at: row.finished_at.toISOString() })), pagination: toPagination(input, total) };
  });
}
