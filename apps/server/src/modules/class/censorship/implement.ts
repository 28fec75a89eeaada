import type { MessageKey, Translate } from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import { implementCensoredTextGet } from './censored-text-get.ts';
import { implementCensoredTextList } from './censored-text-list.ts';
import { implementCensoredTextReview } from './censored-text-review.ts';

/** The staff review of censored texts. The word lists themselves are edited like every other list. */
export function censorshipModule({ t }: { t: Translate<MessageKey> }): Manifest {
  return { implementations: [implementCensoredTextList(), implementCensoredTextGet(), implementCensoredTextReview(t)] };
}
