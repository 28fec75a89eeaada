/** Letters that do not come apart into a base letter and a mark, and letters of which people write the one for the other. */
const ONE_FOR_ANOTHER: readonly (readonly [letters: string, plain: string])[] = [
  ['ı', 'i'],
  ['đð', 'd'],
  ['ł', 'l'],
  ['ħ', 'h'],
  ['ø', 'o'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
  ['ς', 'σ'], // at the end of a Greek word
  ['ґ', 'г'],
  ['ٱ', 'ا'],
  ['ةہھەۃ', 'ه'],
  ['ىی', 'ي'],
  ['ک', 'ك'],
  ['ך', 'כ'], // at the end of Hebrew words
  ['ם', 'מ'],
  ['ן', 'נ'],
  ['ף', 'פ'],
  ['ץ', 'צ'],
];
const PLAIN = new Map(ONE_FOR_ANOTHER.flatMap(([letters, plain]) => [...letters].map((letter) => [letter, plain] as const)));
const NOT_PLAIN = new RegExp(`[${[...PLAIN.keys()].join('')}]`, 'gu');

/** Digits of other scripts, which stand in runs of ten. */
const OTHER_DIGITS = /[٠-٩۰-۹०-९০-৯]/gu;
/** Katakana that has a hiragana, and how far off that is. */
const KATAKANA = /[\u30a1-\u30f6]/gu;
const TO_HIRAGANA = 0x60;
/** What stands in a word and is no letter of it: apostrophes of all kinds, the Arabic line that stretches, joiners, soft hyphens, marks of direction. */
const NOT_OF_WORD = /[’‘'ʼʻʿʾ`´׳״ـ\p{Cf}]/gu;

/** Marks that writers of a language without its keyboard write out: a letter e, or the letter twice. */
const SPELT_OUT: readonly (readonly [RegExp, string])[] = [
  [/([aou])\u0308/gu, '$1e'],
  [/ø/gu, 'oe'],
  [/a\u030a/gu, 'aa'],
];

/** A text in small letters that come apart from their marks, without what is no part of a word. */
export const takeApart = (text: string): string => text.normalize('NFKD').toLowerCase().replace(NOT_OF_WORD, '');

/** What `takeApart` made, with each letter as search compares it: ä is a, أ is ا, ם is מ, カ is か, ٣ is 3. */
export const toPlainLetters = (apart: string): string =>
  apart
    .replace(/\p{M}/gu, '')
    .replace(NOT_PLAIN, (letter) => PLAIN.get(letter) ?? letter)
    .replace(OTHER_DIGITS, (digit) => String(((digit.codePointAt(0) ?? 0) - (/[०-९০-৯]/u.test(digit) ? 6 : 0)) % 16))
    .replace(KATAKANA, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - TO_HIRAGANA));

/** The same with what some write out: ä is ae, ø is oe, å is aa. */
export const toSpeltOut = (apart: string): string => toPlainLetters(SPELT_OUT.reduce((text, [marked, spelt]) => text.replace(marked, spelt), apart));

/** Articles that are written as one with their word, and before them what else is. */
const ARABIC_ARTICLE = /^(?:[وف]?[بك]?ال|[وف]?لل)(?=\p{Script=Arabic}{3})/u;
const HEBREW_ARTICLE = /^ה(?=\p{Script=Hebrew}{3})/u;

/** A plain word without the article that it begins with; itself where it has none. */
export const withoutArticle = (word: string): string => word.replace(ARABIC_ARTICLE, '').replace(HEBREW_ARTICLE, '');
