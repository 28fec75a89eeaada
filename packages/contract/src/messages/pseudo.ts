import type { Catalogue } from './translate.ts';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ';
const PADDING = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
/** The growth of texts in other languages, which is largest for short ones. */
const GROWTH = 0.35;

const RIGHT_TO_LEFT_MARK = '\u200f';
const RIGHT_TO_LEFT_OVERRIDE = '\u202e';
const POP = '\u202c';

/** Changes a text outside its `{name}` placeholders. */
const outsidePlaces = (text: string, change: (words: string) => string): string =>
  text.replace(/\{\w+\}|[^{]+|\{/g, (part) => (/^\{\w+\}$/.test(part) ? part : change(part)));

/**
 * Marks a text: "[Šåṽé one]". A text that is cut off lacks a bracket, one put together from parts has too many, one
 * that is not translated has no accents.
 */
function accent(text: string): string {
  const accented = outsidePlaces(text, (words) => words.replace(/[a-z]/gi, (letter) => ACCENTED[PLAIN.indexOf(letter)] as string));
  let padding = '';
  for (let word = 0; padding.length < text.length * GROWTH; word++) padding += ` ${PADDING[word % PADDING.length]}`;
  return `[${accented}${padding}]`;
}

/** Reverses each word with Unicode direction marks, so that an untranslated text appears in the other direction. */
const mirror = (text: string): string =>
  outsidePlaces(text, (words) => words.replace(/\p{L}+/gu, (word) => `${RIGHT_TO_LEFT_MARK}${RIGHT_TO_LEFT_OVERRIDE}${word}${POP}${RIGHT_TO_LEFT_MARK}`));

/** CLDR's two pseudo-languages for testing: made from the English texts, chosen and delivered like any other. */
export const pseudoLanguages: Readonly<Record<string, (text: string) => string>> = { 'en-XA': accent, 'ar-XB': mirror };

/** Makes the texts of a pseudo-language, with every form of its counts. */
export function makePseudoWords(tag: string, catalogue: Catalogue): Record<string, string> {
  const change = pseudoLanguages[tag] as (text: string) => string;
  const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
  return Object.fromEntries(
    Object.entries(catalogue).flatMap(([key, text]) =>
      (key.endsWith('.other') && key.replace(/other$/, 'one') in catalogue ? forms.map((form) => key.replace(/other$/, form)) : [key]).map((each) => [
        each,
        change(catalogue[each] ?? text),
      ]),
    ),
  );
}
