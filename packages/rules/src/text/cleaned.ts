/** Line breaks, tabs and other control characters. */
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;
/** Invisible characters that no script needs, and those that turn the letters after them round. Joiners, which scripts and emoji need, are not among them. */
const INVISIBLE = /[\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
/** Marks that place the punctuation of a text from right to left. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f]/gu;
const RIGHT_TO_LEFT = /[\u0590-\u061b\u061d-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** Returns whether a text has letters that are written from right to left. */
export const isRightToLeftText = (text: string): boolean => RIGHT_TO_LEFT.test(text);

/**
 * Returns a name or title as it is kept: on one line, trimmed, without invisible characters and without what turns letters
 * round. Direction marks stay beside letters that are written from right to left. A text with NUL is returned as it is, to be refused.
 */
export function cleanedText(text: string): string {
  if (text.includes('\u0000')) return text;
  const cleaned = text.replace(BREAKS, ' ').replace(INVISIBLE, '');
  return (isRightToLeftText(cleaned) ? cleaned : cleaned.replace(DIRECTION_MARKS, '')).trim();
}

/** Characters that turn the letters after them round until another one ends it. */
const TURNING = /[\u202a-\u202e\u2066-\u2069]/gu;

/** Returns a text without the characters that turn what follows them round; its lines and everything else stay. */
export const withoutTurning = (text: string): string => text.replace(TURNING, '');
