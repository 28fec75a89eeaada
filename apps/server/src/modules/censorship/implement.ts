import type { MessageKey, Translate } from '@classwright/contract';
import type { Implementation } from '../../platform/http/index.ts';
import { implementCensoredTextGet } from './censored-text-get.ts';
import { implementCensoredTextList } from './censored-text-list.ts';
import { implementCensoredTextReview } from './censored-text-review.ts';

/** Staff review. The lists themselves are kept like every other list. */
export function implementCensorship({ t }: { t: Translate<MessageKey> }): Implementation[] {
  return [implementCensoredTextList(), implementCensoredTextGet(), implementCensoredTextReview(t)];
}
