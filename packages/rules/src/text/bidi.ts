/**
 * Letters and marks that are written from right to left, from Hebrew to Arabic, and the first halves of other such
 * scripts.
 */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/;

/**
 * Returns a text without the characters that reverse the text after them until another one ends it. Its lines and
 * everything else are kept.
 */
export const withoutBidiOverrides = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');

/**
 * Returns a text for use inside a sentence, so that neither changes the direction of the other: with U+2068 before it
 * and U+2069 after it if it has right-to-left letters, or if the sentence's language is written so. Other texts are
 * unchanged, and so is the address of a page, since programs that make links would include the mark. Existing pairs of
 * these two marks around a name are kept, since the text may consist of sentences; all other characters that reverse
 * letters are removed.
 */
export function isolated(text: string, isRightToLeft: boolean): string {
  const kept = text.replace(/\u2068[^\u202a-\u202e\u2066-\u2069]*\u2069|[\u202a-\u202e\u2066-\u2069]/g, (part) => (part[1] ? part : ''));
  return (isRightToLeft || RIGHT_TO_LEFT.test(kept)) && !/^https?:\S+$/.test(kept) ? `\u2068${kept}\u2069` : kept;
}

/** Joins names with commas, each in its own direction, for use in a sentence. */
export const listed = (names: readonly string[]): string => names.map((name) => isolated(name, false)).join(', ');
