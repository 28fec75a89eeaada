/** Words of one question that search knows at most; what comes after them is not found. */
const MOST_WORDS = 6_000;
const MOST_CHARACTERS_OF_WORD = 60;
/** Positions that one word keeps; more make no result better. */
const MOST_POSITIONS = 8;
const LAST_POSITION = 16_000;

/** Letters that do not come apart into a base letter and a mark. */
const FOLDED: Readonly<Record<string, string>> = { ø: 'o', đ: 'd', ł: 'l', ı: 'i', ħ: 'h', ß: 'ss', æ: 'ae', œ: 'oe', ð: 'd', þ: 'th' };
/** Scripts without spaces between words: each character is a word. */
const UNSPACED = /([\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}])/gu;

/**
 * The words of a text as search compares them: lower case, without accents, apostrophes and signs. Any language; digits
 * are words too.
 */
export function toSearchWords(text: string): string[] {
  const folded = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[’'ʼ`´]/gu, '')
    .replaceAll(/[øđłıħßæœðþ]/gu, (letter) => FOLDED[letter] ?? letter)
    .replaceAll(UNSPACED, ' $1 ');
  return (folded.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => [...word].slice(0, MOST_CHARACTERS_OF_WORD).join(''));
}

/** What of a question search finds. Title and tags weigh most, then responses, then their reasoning, then the description. */
export interface SearchableQuestion {
  title: string;
  tags: readonly string[];
  responses: readonly string[];
  /** What the responses stand for; students do not search it. */
  reasonings: readonly string[];
  description: string;
}

/** Where a word stands, as PostgreSQL's weights. */
export const SEARCH_WEIGHTS = { head: 'A', responses: 'B', reasonings: 'C', description: 'D' } as const;

/** The words of a question with places and weights, as the text of a tsvector. */
export function toSearchVector({ title, tags, responses, reasonings, description }: SearchableQuestion): string {
  const places = new Map<string, string[]>();
  let position = 0;
  let count = 0;
  for (const [texts, weight] of [
    [[title, ...tags], SEARCH_WEIGHTS.head],
    [responses, SEARCH_WEIGHTS.responses],
    [[description], SEARCH_WEIGHTS.description],
    [reasonings, SEARCH_WEIGHTS.reasonings],
  ] as const)
    for (const text of texts)
      for (const word of toSearchWords(text)) {
        count += 1;
        if (count > MOST_WORDS) break;
        position = Math.min(position + 1, LAST_POSITION);
        const known = places.get(word);
        if (!known) places.set(word, [`${position}${weight}`]);
        else if (known.length < MOST_POSITIONS || !known.some((place) => place.endsWith(weight))) known.push(`${position}${weight}`);
      }
  return [...places].map(([word, at]) => `${word}:${at.join(',')}`).join(' ');
}

/** The words among which a misspelt one looks for the one that was meant: no numbers, none too short. */
export function toKnownWords({ title, tags, responses, reasonings, description }: SearchableQuestion): string[] {
  const words = toSearchWords([title, ...tags, ...responses, ...reasonings, description].join('\n')).slice(0, MOST_WORDS);
  return [...new Set(words)].filter((word) => word.length >= SHORTEST_MISSPELT - 1 && !/\p{N}/u.test(word));
}

/** Words that one search compares at most. */
const MOST_TYPED_WORDS = 12;

/** What was typed, as words: each once. */
export function toTypedWords(typed: string): string[] {
  return [...new Set(toSearchWords(typed))].slice(0, MOST_TYPED_WORDS);
}

/**
 * A search as the text of a tsquery: every word must be there, or one that begins with it, or one of those given as
 * similar to it. `weights`: where it may stand; empty: anywhere. Null when nothing is searched for.
 */
export function toSearchQuery(words: readonly string[], { weights = '', similar = new Map() }: SearchOptions = {}): string | null {
  if (words.length === 0) return null;
  const exact = weights === '' ? '' : `:${weights}`;
  return words.map((word) => `(${[`${word}:*${weights}`, ...(similar.get(word) ?? []).map((one) => `${one}${exact}`)].join(' | ')})`).join(' & ');
}

export interface SearchOptions {
  weights?: string;
  /** For a typed word, known words that it may be a misspelling of. */
  similar?: ReadonlyMap<string, readonly string[]>;
}

/** Words shorter than this have too many neighbours to be taken for misspelt. */
export const SHORTEST_MISSPELT = 4;
const LONG_WORD = 8;

/** Whether `typed` may be a misspelling of `word`: one letter wrong, missing, too many or swapped; two in words of eight letters and more. */
export function isMisspellingOf(typed: string, word: string): boolean {
  const [one, other] = [[...typed], [...word]];
  if (one.length < SHORTEST_MISSPELT || /^\d+$/.test(typed)) return false;
  return computeEditDistance(one, other) <= (one.length >= LONG_WORD ? 2 : 1);
}

/** Letters that are to be changed, taken out, put in or swapped with their neighbour. */
export function computeEditDistance(one: readonly string[], other: readonly string[]): number {
  let [beforeLast, last]: [number[], number[]] = [[], other.map((_, index) => index + 1)];
  last = [0, ...last];
  for (const [row, letter] of one.entries()) {
    const current = [row + 1];
    for (const [column, otherLetter] of other.entries()) {
      const change = (last[column] ?? 0) + (letter === otherLetter ? 0 : 1);
      let least = Math.min(change, (last[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1);
      const isSwap = row > 0 && column > 0 && letter === other[column - 1] && one[row - 1] === otherLetter;
      if (isSwap) least = Math.min(least, (beforeLast[column - 1] ?? 0) + 1);
      current.push(least);
    }
    [beforeLast, last] = [last, current];
  }
  return last[other.length] ?? 0;
}
