/** The meaning of a word in place of a grade: nothing, which changes nothing, or excused. */
export type WordMeaning = 'nothing' | 'EX';

/** Words that other programs and people write instead of a number, in their languages. Compared without case. */
const WORDS: Readonly<Record<WordMeaning, readonly string[]>> = {
  nothing: ['-', '–', '—', 'N/A', 'Missing', 'Fehlt', 'Falta'],
  EX: ['Excused', 'Entschuldigt', 'Exento'],
};
const MEANINGS = new Map(
  (Object.entries(WORDS) as [WordMeaning, readonly string[]][]).flatMap(([meaning, words]) => words.map((word) => [word.toLowerCase(), meaning] as const)),
);

export const meaningOf = (text: string): WordMeaning | undefined => MEANINGS.get(text.toLowerCase());
