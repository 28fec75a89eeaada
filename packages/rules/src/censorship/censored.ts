/** A text or document as others may read it. */
export interface Censored<Value> {
  /** The given value itself when nothing was replaced. */
  value: Value;
  /**
   * The names of the entries that matched, each once, in the order in which they were found. Empty: nothing was
   * replaced.
   */
  words: string[];
}

/** The maximum number of passes. A replacement may be a listed word itself, or form one with its neighbors. */
const MOST_PASSES = 5;
/** Replaces a word whose replacements form a cycle. */
export const LAST_RESORT = '***';

/** Repeats a pass until it finds nothing more, so that censoring the result again changes nothing. */
export function untilStable<Value>(value: Value, pass: (value: Value, replacement: (replaceWith: string) => string) => Censored<Value>): Censored<Value> {
  const words = new Set<string>();
  let current = value;
  for (let count = 1; count <= MOST_PASSES; count += 1) {
    const censored = pass(current, count === MOST_PASSES ? () => LAST_RESORT : (replaceWith) => replaceWith);
    if (censored.words.length === 0) break;
    for (const word of censored.words) words.add(word);
    current = censored.value;
  }
  return { value: current, words: [...words] };
}
