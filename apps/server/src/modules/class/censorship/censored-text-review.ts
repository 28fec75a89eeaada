import { censoredTextReview, type MessageKey, type Translate } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { getReviewedText } from './access.ts';
import { setReviewed } from './review-queries.ts';
import { toCensoredTextView } from './views.ts';

/** Marks a text as reviewed or removes the mark. A repeat changes nothing. */
export function implementCensoredTextReview(t: Translate<MessageKey>): Implementation {
  return implement(censoredTextReview, async ({ tx, input, actor, requestId }) => {
    const { reviewed } = input;
    const before = await getReviewedText(tx, actor, input.id);
    const hasChanged = await setReviewed(tx, before.id, reviewed ? actor.accountId : null);
    if (hasChanged)
      await audit(tx, actor, {
        action: censoredTextReview.name,
        subjectType: 'censored_original',
        subjectId: before.id,
        before: { reviewed: !reviewed },
        after: { reviewed },
        requestId,
      });
    const after = hasChanged ? await getReviewedText(tx, actor, before.id) : before;
    return { censored_text: toCensoredTextView(after), message: t(reviewed ? 'censored.marked' : 'censored.unmarked') };
  });
}
