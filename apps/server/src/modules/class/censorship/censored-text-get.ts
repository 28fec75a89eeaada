import { censoredTextGet } from '@classwright/contract';
import { auditView } from '../../../platform/audit/index.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { getReviewedText } from './access.ts';
import { getOriginal } from './review-queries.ts';
import { toCensoredOriginalView } from './views.ts';

/** Shows the original of a student's text and records who looked. The original does not go into the audit trail. */
export function implementCensoredTextGet(): Implementation {
  return implement(censoredTextGet, async ({ tx, input, actor, requestId }) => {
    const row = await getReviewedText(tx, actor, input.id);
    await auditView(tx, actor, { action: censoredTextGet.name, subjectType: 'censored_original', subjectId: row.id, ownerId: row.account_id, requestId });
    return { censored_text: toCensoredOriginalView(row, await getOriginal(tx, row.id)) };
  });
}
