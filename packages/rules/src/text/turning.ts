/** Letters and marks that are written from right to left, from Hebrew to Adlam. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
/** All other letters. */
const LEFT_TO_RIGHT = /[^\P{L}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const TURNING = /[\u202a-\u202e\u2066-\u2069]/g;

/** Returns a text without the characters that turn what follows them round until another one ends it; its lines and everything else stay. */
export const withoutTurning = (text: string): string => text.replace(TURNING, '');

/**
 * Returns a text as it stands inside a sentence, so that neither turns the other round. One with letters of the sentence's
 * other direction gets U+2068 before it and U+2069 after it. Any other one stays as it is, and so does the address of a
 * page, since programs that make links of addresses would take the mark into the link. Pairs of these two marks in the
 * text stay, since it may be made of sentences; everything else that turns letters round goes.
 */
export function isolated(text: string, isRightToLeft: boolean): string {
  let open = 0;
  const kept =
    text.replace(TURNING, (mark) => {
      const step = mark === '\u2068' ? 1 : mark === '\u2069' && open > 0 ? -1 : 0;
      open += step;
      return step ? mark : '';
    }) + '\u2069'.repeat(open);
  return (isRightToLeft ? LEFT_TO_RIGHT : RIGHT_TO_LEFT).test(kept) && !/^https?:\S+$/.test(kept) ? `\u2068${kept}\u2069` : kept;
}

/** Returns names one after the other, each in its own direction, for a place in a sentence. */
export const listed = (names: readonly string[]): string => names.map((name) => isolated(name, false)).join(', ');
