/** Line breaks, tabs and other control characters. */
const BREAKS = /[\p{Cc}\u2028\u2029]+/gu;
/**
 * Invisible characters that no script needs, and those that reverse the direction of letters after them. Joiners, which
 * scripts and emoji need, are not included.
 */
const INVISIBLE = /[\u200b\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]/gu;
/** Marks that position the punctuation of a right-to-left text. */
const DIRECTION_MARKS = /[\u061c\u200e\u200f]/gu;
/** Letters from Hebrew to Arabic, their presentation forms, and the first halves of the other scripts that are written from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/;

/**
 * Returns a name or title as it is stored: on one line, trimmed, without invisible characters and without those that
 * reverse letters. Direction marks are kept next to right-to-left letters. A text with NUL is returned unchanged, to be
 * refused.
 */
export function cleanedText(text: string): string {
  if (text.includes('\u0000')) return text;
  const cleaned = text.replace(BREAKS, ' ').replace(INVISIBLE, '');
  const unmarked = cleaned.replace(DIRECTION_MARKS, '');
  return (RIGHT_TO_LEFT.test(unmarked) ? cleaned : unmarked).trim();
}
