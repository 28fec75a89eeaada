import { decomposeLetters, toPlainLetters, toSpelledOut, withoutArticle } from '../text/fold.ts';

/** The maximum number of words of one question that search indexes; later words are not found. */
const MOST_WORDS = 6_000;
/** The maximum number of their letters, so that they fit into a tsvector, of at most a megabyte, in every script. */
const MOST_LETTERS = 200_000;
const MOST_CHARACTERS_OF_WORD = 60;
/** The number of positions stored per word; more do not improve results. */
const MOST_POSITIONS = 8;
const LAST_POSITION = 16_000;

/** Scripts without spaces between words. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\u30fc`;
const RUNS = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gu');
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');

const IS_ASCII = /^[\t-\r -~]*$/;

/** A word in the form that search compares, followed by its alternative spellings. */
export type SearchTerm = readonly [string, ...string[]];

/**
 * Returns the words of a text in the form that search compares, in any language; numbers are words too. In a script
 * without spaces every pair of neighboring characters is a word, as is the last character alone: so matches have the
 * characters of a search next to each other, and a single character finds every word that begins with it.
 */
export const toSearchTerms = (text: string): SearchTerm[] => toTerms(text, toNeighbours);

function toTerms(text: string, toSigns: (run: string) => SearchTerm[]): SearchTerm[] {
  const terms: SearchTerm[] = [];
  if (IS_ASCII.test(text)) {
    // every letter is plain already: the same words, at a fraction of the cost
    for (const [word] of text
      .toLowerCase()
      .replace(/['`]/g, '')
      .matchAll(/[a-z0-9]+/g))
      terms.push([cut(word)]);
    return terms;
  }
  for (const [word] of decomposeLetters(text).matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)) {
    if (IS_ASCII.test(word)) {
      terms.push([cut(word)]);
      continue;
    }
    const plain = toPlainLetters(word);
    const spelt = toSpelledOut(word);
    if (spelt !== plain) terms.push([cut(plain), cut(spelt)]);
    else for (const [run] of plain.matchAll(RUNS)) terms.push(...(IS_UNSPACED.test(run) ? toSigns(run) : [toTerm(cut(run))]));
  }
  return terms;
}

function toTerm(word: string): SearchTerm {
  const bare = withoutArticle(word);
  return bare === word ? [word] : [word, bare];
}

function toNeighbours(run: string): SearchTerm[] {
  const signs = [...run];
  return signs.map((sign, index) => [sign + (signs[index + 1] ?? '')]);
}

const cut = (word: string): string => (word.length <= MOST_CHARACTERS_OF_WORD ? word : [...word].slice(0, MOST_CHARACTERS_OF_WORD).join(''));

/**
 * The parts of a question that search covers. Title and tags weigh most, then responses, then their reasoning, then the
 * description.
 */
export interface SearchableQuestion {
  title: string;
  tags: readonly string[];
  responses: readonly string[];
  /** The reasoning behind the responses. Students do not search it. */
  reasonings: readonly string[];
  description: string;
}

/** The parts of a question, as PostgreSQL's weights. */
export const SEARCH_WEIGHTS = { head: 'A', responses: 'B', reasonings: 'C', description: 'D' } as const;

/** Returns the words of a question with positions and weights, as the text of a tsvector. */
export function toSearchVector({ title, tags, responses, reasonings, description }: SearchableQuestion): string {
  const places = new Map<string, string[]>();
  let position = 0;
  let count = 0;
  let letters = 0;
  for (const [texts, weight] of [
    [[title, ...tags], SEARCH_WEIGHTS.head],
    [responses, SEARCH_WEIGHTS.responses],
    [[description], SEARCH_WEIGHTS.description],
    [reasonings, SEARCH_WEIGHTS.reasonings],
  ] as const)
    for (const text of texts)
      for (const term of toSearchTerms(text)) {
        count += term.length;
        letters += term.join('').length;
        if (count > MOST_WORDS || letters > MOST_LETTERS) break;
        position = Math.min(position + 1, LAST_POSITION);
        for (const word of term) {
          const known = places.get(word);
          if (!known) places.set(word, [`${position}${weight}`]);
          else if (known.length < MOST_POSITIONS || !known.some((place) => place.endsWith(weight))) known.push(`${position}${weight}`);
        }
      }
  return [...places].map(([word, at]) => `${word}:${at.join(',')}`).join(' ');
}

/** Returns the words that may match a misspelled or partial word: no numbers, no very short ones. */
export function toKnownWords({ title, tags, responses, reasonings, description }: SearchableQuestion): string[] {
  const words = toSearchTerms([title, ...tags, ...responses, ...reasonings, description].join('\n'))
    .flat()
    .slice(0, MOST_WORDS);
  return [...new Set(words)].filter((word) => word.length >= MIN_MISSPELLED_LENGTH - 1 && !/\p{N}/u.test(word) && !IS_UNSPACED.test(word));
}

/** The maximum number of words that one search compares. */
const MOST_TYPED_WORDS = 12;

/**
 * Returns the typed text as words, each once. In a row of unspaced characters the last one is covered by the pair
 * before it.
 */
export function toTypedTerms(typed: string): SearchTerm[] {
  const toSigns = (run: string) => toNeighbours(run).slice(0, Math.max(1, [...run].length - 1));
  const terms = new Map(toTerms(typed, toSigns).map((term) => [term[0], term]));
  return [...terms.values()].slice(0, MOST_TYPED_WORDS);
}

/**
 * Returns a search as the text of a tsquery: every word must occur, or one that begins with it, or one of its
 * alternatives in `meant`. `weights`: the parts that may contain it; empty: all. Null when there is nothing to search
 * for.
 */
export function toSearchQuery(terms: readonly SearchTerm[], { weights = '', meant = new Map() }: SearchOptions = {}): string | null {
  if (terms.length === 0) return null;
  const exact = weights === '' ? '' : `:${weights}`;
  return terms
    .map((term) => `(${[...term.map((word) => `${word}:*${weights}`), ...(meant.get(term[0]) ?? []).map((one) => `${one}${exact}`)].join(' | ')})`)
    .join(' & ');
}

export interface SearchOptions {
  weights?: string;
  /** For each typed word, known words that it may be a misspelling or a part of. */
  meant?: ReadonlyMap<string, readonly string[]>;
}

/** The minimum length of a word to be treated as misspelled. Shorter ones have too many similar words. */
export const MIN_MISSPELLED_LENGTH = 4;
const LONG_WORD = 8;

/**
 * Returns true when `typed` may be a misspelling of `word`: one letter wrong, missing, extra or swapped; two in words
 * of eight letters and more.
 */
export function isMisspellingOf(typed: string, word: string): boolean {
  const [one, other] = [[...typed], [...word]];
  if (one.length < MIN_MISSPELLED_LENGTH || /^\d+$/.test(typed)) return false;
  return computeEditDistance(one, other) <= (one.length >= LONG_WORD ? 2 : 1);
}

/** Returns the number of letters to change, remove, insert or swap with their neighbor. */
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
