import { censoredTextList } from '@classwright/contract';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { toPagination } from '../../../platform/lists.ts';
import { computeOwnerReach } from '../../../platform/reach.ts';
import { listCensoredClasses, listCensoredTexts } from './review-queries.ts';
import { toCensoredTextView } from './views.ts';

/** Lists texts with replaced words, as others read them. */
export function implementCensoredTextList(): Implementation {
  return implement(censoredTextList, async ({ tx, input, actor }) => {
    const reviewer = computeOwnerReach(actor);
    const { rows, total } = await listCensoredTexts(tx, reviewer, input);
    return { data: rows.map(toCensoredTextView), pagination: toPagination(input, total), classes: await listCensoredClasses(tx, reviewer) };
  });
}
