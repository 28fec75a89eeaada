import { takeApart, toPlainLetters, toSpeltOut, withoutArticle } from '../text/fold.ts';

/** Words of one question that search knows at most; what comes after them is not found. */
const MOST_WORDS = 6_000;
/** And their letters, so that a tsvector, of a megabyte at most, holds them in every script. */
const MOST_LETTERS = 200_000;
const MOST_CHARACTERS_OF_WORD = 60;
/** Positions that one word keeps; more make no result better. */
const MOST_POSITIONS = 8;
const LAST_POSITION = 16_000;

/** Scripts without spaces between words. */
const UNSPACED = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}ー`;
const RUNS = new RegExp(`[${UNSPACED}]+|[^${UNSPACED}]+`, 'gu');
const IS_UNSPACED = new RegExp(`^[${UNSPACED}]`, 'u');

const IS_ASCII = /^[\t-\r -~]*$/;

/** A word as search compares it, then the other ways in which people write it. */
export type SearchTerm = readonly [string, ...string[]];

/**
 * The words of a text as search compares them, in any language; digits are words too. Of a script without spaces each
 * two neighbours are a word, and the last sign by itself: so what is found has the signs of a search beside each other,
 * and a single sign finds every word that begins with it.
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
  for (const [word] of takeApart(text).matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu)) {
    if (IS_ASCII.test(word)) {
      terms.push([cut(word)]);
      continue;
    }
    const plain = toPlainLetters(word);
    const spelt = toSpeltOut(word);
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

/** The words among which a misspelt one, or a part of one, looks for what was meant: no numbers, none too short. */
export function toKnownWords({ title, tags, responses, reasonings, description }: SearchableQuestion): string[] {
  const words = toSearchTerms([title, ...tags, ...responses, ...reasonings, description].join('\n'))
    .flat()
    .slice(0, MOST_WORDS);
  return [...new Set(words)].filter((word) => word.length >= SHORTEST_MISSPELT - 1 && !/\p{N}/u.test(word) && !IS_UNSPACED.test(word));
}

/** Words that one search compares at most. */
const MOST_TYPED_WORDS = 12;

/** What was typed, as words: each once. Of several signs the last is known by its neighbour. */
export function toTypedTerms(typed: string): SearchTerm[] {
  const toSigns = (run: string) => toNeighbours(run).slice(0, Math.max(1, [...run].length - 1));
  const terms = new Map(toTerms(typed, toSigns).map((term) => [term[0], term]));
  return [...terms.values()].slice(0, MOST_TYPED_WORDS);
}

/**
 * A search as the text of a tsquery: every word must be there, or one that begins with it, or one of those given as
 * `meant` by it. `weights`: where it may stand; empty: anywhere. Null when nothing is searched for.
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
  /** For a typed word, known words that it may be a misspelling or a part of. */
  meant?: ReadonlyMap<string, readonly string[]>;
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
