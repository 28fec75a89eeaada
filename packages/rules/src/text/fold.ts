/** Letters that do not decompose into a base letter and a mark, and letters that people use interchangeably. */
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

/** Digits of other scripts, which come in runs of ten. */
const OTHER_DIGITS = /[٠-٩۰-۹०-९০-৯]/gu;
/** Katakana with a matching hiragana, and the distance between them. */
const KATAKANA = /[\u30a1-\u30f6]/gu;
const TO_HIRAGANA = 0x60;
/**
 * Characters inside a word that are not letters of it: apostrophes of all kinds, the Arabic stretching line, joiners,
 * soft hyphens, direction marks.
 */
const NOT_OF_WORD = /[’‘'ʼʻʿʾ`´׳״ـ\p{Cf}]/gu;

/** Letters with marks that people without the right keyboard write out: with an added e, or with the letter twice. */
const SPELT_OUT: readonly (readonly [RegExp, string])[] = [
  [/([aou])\u0308/gu, '$1e'],
  [/ø/gu, 'oe'],
  [/a\u030a/gu, 'aa'],
];

/**
 * Returns a text in lower case with letters separated from their marks, without characters that are not part of a word.
 */
export const decomposeLetters = (text: string): string => text.normalize('NFKD').toLowerCase().replace(NOT_OF_WORD, '');

/**
 * Returns the output of `decomposeLetters` with each letter as search compares it: ä is a, أ is ا, ם is מ, カ is か, ٣ is 3.
 */
export const toPlainLetters = (apart: string): string =>
  apart
    .replace(/\p{M}/gu, '')
    .replace(NOT_PLAIN, (letter) => PLAIN.get(letter) ?? letter)
    .replace(OTHER_DIGITS, (digit) => String(((digit.codePointAt(0) ?? 0) - (/[०-९০-৯]/u.test(digit) ? 6 : 0)) % 16))
    .replace(KATAKANA, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) - TO_HIRAGANA));

/** Returns the output of `toPlainLetters` with written-out letters: ä is ae, ø is oe, å is aa. */
export const toSpelledOut = (apart: string): string => toPlainLetters(SPELT_OUT.reduce((text, [marked, spelt]) => text.replace(marked, spelt), apart));

/** Articles that are written together with their word, and prefixes before them. */
const ARABIC_ARTICLE = /^(?:[وف]?[بك]?ال|[وف]?لل)(?=\p{Script=Arabic}{3})/u;
const HEBREW_ARTICLE = /^ה(?=\p{Script=Hebrew}{3})/u;

/** Returns a plain word without its leading article, or the word itself. */
export const withoutArticle = (word: string): string => word.replace(ARABIC_ARTICLE, '').replace(HEBREW_ARTICLE, '');
