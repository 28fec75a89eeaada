import type { MessageKey, Translate } from '@classwright/contract';
import type { ManifestWith } from '../../../manifest.ts';
import { type Censor, createCensor } from './censor.ts';
import { implementCensoredTextGet } from './censored-text-get.ts';
import { implementCensoredTextList } from './censored-text-list.ts';
import { implementCensoredTextReview } from './censored-text-review.ts';

/** Creates the censor, and the staff review of censored texts. The word lists are edited like every other list. */
export function censorshipModule({ t }: { t: Translate<MessageKey> }): ManifestWith<{ censor: Censor }> {
  return { parts: { censor: createCensor() }, implementations: [implementCensoredTextList(), implementCensoredTextGet(), implementCensoredTextReview(t)] };
}
