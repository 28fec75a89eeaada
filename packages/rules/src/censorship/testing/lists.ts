import { type CensorshipEntry, CensorshipMatcher } from '../matcher.ts';

/** A matcher of one level from words, each with its replacement after an arrow where the test cares for it. */
export function matcherOf(...words: string[]): CensorshipMatcher {
  return new CensorshipMatcher(words.map((word, index) => entryOf(word, index + 1)));
}

export function entryOf(word: string, id: number, levelId = 1): CensorshipEntry {
  const [name = '', replaceWith = '***'] = word.split('→');
  return { id, name, levelId, replaceWith };
}

/** What of a text was found, as it is written there. */
export function foundIn(matcher: CensorshipMatcher, text: string): string[] {
  return matcher.find(text).map(({ start, end }) => text.slice(start, end));
}
