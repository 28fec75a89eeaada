import { type CensorshipEntry, CensorshipMatcher } from '../matcher.ts';

/** Creates a matcher of one level from words, each with its replacement after an arrow if the test needs one. */
export function matcherOf(...words: string[]): CensorshipMatcher {
  return new CensorshipMatcher(words.map((word, index) => entryOf(word, index + 1)));
}

export function entryOf(word: string, id: number, levelId = 1): CensorshipEntry {
  const [name = '', replaceWith = '***'] = word.split('→');
  return { id, name, levelId, replaceWith };
}

/** Returns the matched parts of a text, as written there. */
export function foundIn(matcher: CensorshipMatcher, text: string): string[] {
  return matcher.find(text).map(({ start, end }) => text.slice(start, end));
}
