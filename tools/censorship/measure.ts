import { type CensorshipMatch, CensorshipMatcher } from '@classwright/rules/censorship/index';
import { CARRIERS, DISGUISES } from '@classwright/rules/censorship/testing/disguises';

/** A number out of a total, with some examples of the rest. */
export interface Share {
  name: string;
  found: number;
  of: number;
  /** For recall: the words that were not found. For precision: innocent text that was found. */
  examples: string[];
}

const MOST_EXAMPLES = 12;

export function matcherOf(words: readonly string[]): CensorshipMatcher {
  return new CensorshipMatcher(words.map((name, index) => ({ id: index + 1, name, levelId: 1, replaceWith: '***' })));
}

export function percentOf({ found, of }: Share): number {
  return of === 0 ? 100 : (100 * found) / of;
}

/**
 * Measures each listed word in each disguise, in sentences of several kinds. It counts as found when a match covers it
 * or a part of it.
 */
export function measureRecall(matcher: CensorshipMatcher, words: readonly string[]): Share[] {
  return [['plain', (word: string): string | null => word] as const, ...Object.entries(DISGUISES)].map(([name, disguise]) => {
    const share: Share = { name, found: 0, of: 0, examples: [] };
    for (const word of words) {
      const disguised = disguise(word);
      const carrier = CARRIERS[share.of % CARRIERS.length] as (word: string) => string;
      if (disguised === null) continue;
      share.of += 1;
      const text = carrier(disguised);
      const start = text.indexOf(disguised);
      if (matcher.find(text).some((match) => match.start < start + disguised.length && match.end > start)) share.found += 1;
      else if (share.examples.length < MOST_EXAMPLES) share.examples.push(text);
    }
    return share;
  });
}

/** Measures the share of texts with a match. */
export function measureHits(matcher: CensorshipMatcher, name: string, texts: readonly string[]): Share {
  return countHits(matcher, name, texts, () => true);
}

/**
 * Measures the share of texts with a match that is not the literal entry: a misreading, as opposed to an innocent word
 * that is on the list.
 */
export function measureMisreadings(matcher: CensorshipMatcher, name: string, texts: readonly string[]): Share {
  return countHits(matcher, name, texts, (match, text) => !isPlain(text.slice(match.start, match.end), match.entry.name));
}

function countHits(matcher: CensorshipMatcher, name: string, texts: readonly string[], counts: (match: CensorshipMatch, text: string) => boolean): Share {
  const share: Share = { name, found: 0, of: texts.length, examples: [] };
  for (const text of texts) {
    const hits = matcher.find(text).filter((match) => counts(match, text));
    if (hits.length === 0) continue;
    share.found += 1;
    const { start, end, entry } = hits[0] as CensorshipMatch;
    if (share.examples.length < MOST_EXAMPLES) share.examples.push(`${text.slice(start, end)} (${entry.name})`);
  }
  return share;
}

/** Checks whether a match is the entry in any case, in the plural, with any space or dash between its words. */
function isPlain(found: string, name: string): boolean {
  const plain = (text: string): string =>
    text
      .trim()
      .toLowerCase()
      .normalize('NFKC')
      .replace(/[\s\p{Pd}_.]+/gu, ' ');
  const [one, listed] = [plain(found), plain(name)];
  return [listed, `${listed}s`, `${listed}es`].includes(one);
}

/** Returns the sum of all shares. */
export function sumOf(name: string, shares: readonly Share[]): Share {
  const sum = (pick: (share: Share) => number): number => shares.reduce((total, share) => total + pick(share), 0);
  return { name, found: sum(({ found }) => found), of: sum(({ of }) => of), examples: [] };
}
