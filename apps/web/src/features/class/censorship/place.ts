import { fullName } from '../../../base/full-name.ts';
import type { CensoredTextView } from '@classwright/contract/class/censorship/calls';
import { t } from '../../../base/t.ts';

const KINDS = { post: 'censored.kind.post', comment: 'censored.kind.comment', reply: 'censored.kind.reply' } as const;

/** Returns the kind of text and its context: "Comment · Simple circuits · Form - 1A". */
export function placeOf({ kind, assessment_title, form }: CensoredTextView): string {
  return [t(KINDS[kind]), assessment_title, form].filter(Boolean).join(' · ');
}

export function writerOf({ writer }: CensoredTextView): string {
  return fullName(writer);
}
