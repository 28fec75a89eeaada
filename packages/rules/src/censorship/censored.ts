/** A text or document as others may read it. */
export interface Censored<Value> {
  /** What was given, the very same, where nothing was replaced. */
  value: Value;
  /** Names of the entries that matched, each once, in the order in which they were found. Empty: nothing was replaced. */
  words: string[];
}

/** A replacement may be a listed word itself, or make one together with its neighbours. */
const MOST_PASSES = 5;
/** Stands in place of a word whose replacements go round in a circle. */
export const LAST_RESORT = '***';

/** Repeats a pass until it finds nothing more, so that censoring what comes out changes nothing. */
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
