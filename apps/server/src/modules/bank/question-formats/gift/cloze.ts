import { findMark, splitAtMark, unescapeGift } from './escapes.ts';

/**
 * Matches Moodle's gaps within a text, such as `1:SA:=what` and `2:MULTICHOICE:~a~=b`, which authors put into GIFT too.
 */
const CLOZE = /^\s{0,20}\d{0,4}\s{0,20}:\s{0,20}(?:SHORTANSWER|SA|MW|NUMERICAL|NM|MULTICHOICE|MC|MULTIRESPONSE|MR)(?:_?[CVHS]{1,3})?\s{0,20}:/i;
const MOST_GAPS = 100;
const LONGEST_ANSWER = 200;

const GAP = '_____';

export interface Gaps {
  /** The text with a line in place of each gap. */
  text: string;
  /** The right answer of each gap, in order; '' if none is given. */
  answers: string[];
}

export const isCloze = (answers: string): boolean => CLOZE.test(answers);

/** Replaces everything in braces in a text by gaps. */
export function removeGaps(text: string): Gaps {
  let rest = '';
  let at = 0;
  const answers: string[] = [];
  while (answers.length < MOST_GAPS) {
    const open = findMark(text, '{', at);
    const close = open < 0 ? -1 : findMark(text, '}', open);
    if (close < 0) break;
    rest += `${text.slice(at, open)}${GAP}`;
    answers.push(rightOf(text.slice(open + 1, close)));
    at = close + 1;
  }
  return { text: rest + text.slice(at), answers };
}

/** Returns the right answers of a gap: after `=` or `%100%`, without their feedback. */
function rightOf(gap: string): string {
  const parts = splitAtMark(gap.replace(CLOZE, ''), '~').flatMap((part) => {
    const [before = '', ...marked] = splitAtMark(part, '=');
    return [before, ...marked.map((one) => `=${one}`)];
  });
  return parts
    .filter((part) => /^\s*(?:=|%100%)/.test(part))
    .map((part) => unescapeGift(splitAtMark(part.replace(/^\s*(?:=|%100%)/, ''), '#')[0] ?? '').trim())
    .filter((answer) => answer !== '')
    .join(' / ')
    .slice(0, LONGEST_ANSWER);
}
