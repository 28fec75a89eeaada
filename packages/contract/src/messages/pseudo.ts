import type { Catalogue } from './translate.ts';

const PLAIN = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCENTED = 'åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ';
const PADDING = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];
/** How much longer texts of other languages become, short ones above all. */
const GROWTH = 0.35;

const RIGHT_TO_LEFT_MARK = '\u200f';
const RIGHT_TO_LEFT_OVERRIDE = '\u202e';
const POP = '\u202c';

/** Leaves `{name}` places as they are. */
const outsidePlaces = (text: string, change: (words: string) => string): string =>
  text.replace(/\{\w+\}|[^{]+|\{/g, (part) => (/^\{\w+\}$/.test(part) ? part : change(part)));

/** "[Šåṽé one]": what is cut lacks a bracket, what is put together has too many, what is not translated has no accents. */
function accent(text: string): string {
  const accented = outsidePlaces(text, (words) => words.replace(/[a-z]/gi, (letter) => ACCENTED[PLAIN.indexOf(letter)] as string));
  let padding = '';
  for (let word = 0; padding.length < text.length * GROWTH; word++) padding += ` ${PADDING[word % PADDING.length]}`;
  return `[${accented}${padding}]`;
}

/** Each word written from right to left by the marks of Unicode, so that what is not translated stands the other way. */
const mirror = (text: string): string =>
  outsidePlaces(text, (words) => words.replace(/\p{L}+/gu, (word) => `${RIGHT_TO_LEFT_MARK}${RIGHT_TO_LEFT_OVERRIDE}${word}${POP}${RIGHT_TO_LEFT_MARK}`));

/** CLDR's two languages for trying a program: made from the English texts, chosen and delivered like any other. */
export const pseudoLanguages: Readonly<Record<string, (text: string) => string>> = { 'en-XA': accent, 'ar-XB': mirror };

/** The texts of a pseudo-language, with every form that its counts take. */
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
