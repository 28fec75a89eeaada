/** Letters and marks that are written from right to left, from Hebrew to Arabic, and the first halves of those beyond. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\ud802\ud803\ud83a\ud83b]/;

/** Returns a text without the characters that turn what follows them round until another one ends it; its lines and everything else stay. */
export const withoutTurning = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, '');

/**
 * Returns a text as it stands inside a sentence, so that neither turns the other round: with U+2068 before it and U+2069
 * after it where it has letters from right to left, or where the sentence is of a language that is written so. Any other
 * one stays as it is, and so does the address of a page, since programs that make links of addresses would take the mark
 * into the link. Pairs of these two marks around a name stay, since the text may be made of sentences; everything else that
 * turns letters round goes.
 */
export function isolated(text: string, isRightToLeft: boolean): string {
  const kept = text.replace(/\u2068[^\u202a-\u202e\u2066-\u2069]*\u2069|[\u202a-\u202e\u2066-\u2069]/g, (part) => (part[1] ? part : ''));
  return (isRightToLeft || RIGHT_TO_LEFT.test(kept)) && !/^https?:\S+$/.test(kept) ? `\u2068${kept}\u2069` : kept;
}

/** Returns names one after the other, each in its own direction, for a place in a sentence. */
export const listed = (names: readonly string[]): string => names.map((name) => isolated(name, false)).join(', ');
