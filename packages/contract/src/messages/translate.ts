import { isolated, withoutBidiOverrides } from '@classwright/rules/text/bidi';

/** A catalogue: key → text with `{name}` placeholders. */
export type Catalogue = Readonly<Record<string, string>>;
export type MessageParams = Readonly<Record<string, string | number>>;
export type Translate<K extends string = string> = (key: K, params?: MessageParams) => string;
type Form = 'one' | 'other';
type Asked<K, All> = K extends `${infer Text}.${Form}` ? (`${Text}.${Form}` extends All ? Text : K) : K;
/** The keys for looking up a text in a catalogue: without the form for texts with a count. */
export type KeyOf<C extends Catalogue> = Asked<keyof C & string, keyof C>;

/** The rules for texts, numbers, dates and order. */
export interface Language {
  /** The locale for `Intl`. */
  locale: string;
  /** Its texts by key. English is used for missing ones. */
  words: Catalogue;
  /** Returns the form of a text for a count: CLDR's category, in English `one` or `other`. */
  formOf: (count: number) => string;
  writeNumber: (value: number) => string;
  isRightToLeft: boolean;
}

export function toLanguage(locale: string, words: Catalogue, isRightToLeft = false): Language {
  // A slow phone needs tenths of a second for these, so they are made when first used. In English, texts without large
  // numbers need none.
  const isEnglish = /^en\b/.test(locale);
  let plurals: Intl.PluralRules | undefined;
  let numbers: Intl.NumberFormat | undefined;
  return {
    locale,
    words,
    formOf: (count) => (isEnglish ? (Math.abs(count) === 1 ? 'one' : 'other') : (plurals ??= new Intl.PluralRules(locale)).select(count)),
    writeNumber: (value) =>
      isEnglish && Number.isInteger(value) && value >= 0 && value < 1000 ? String(value) : (numbers ??= new Intl.NumberFormat(locale)).format(value),
    isRightToLeft,
  };
}

/** English, with dates and numbers as in the specification. */
export const english: Language = toLanguage('en-US', {});

const KEY_MARK = '\u0002';

/**
 * Marks a parameter that is itself a text of the catalogue: "{label} is required" with the label in the school's own
 * text.
 */
export function asMessage(key: string): string {
  return `${KEY_MARK}${key}`;
}

/**
 * Creates the function that looks up a text: the school's own first, then the language's, then the English one. A text
 * with a number has a key for each form (`files.selected.one`, `files.selected.other`) and is looked up without it,
 * with the number as `count`. A language may have forms even when English needs none. A missing key returns the key
 * itself, so that the gap is visible and nothing breaks. A placeholder without a parameter is left unchanged. A number
 * in a placeholder is written in the language's format, so numbers that are names (of a row, an entry) are passed as
 * texts. A name of the other direction is enclosed by two invisible marks (`isolated`); texts for files are looked up
 * `withoutMarks`.
 */
export function createTranslate<C extends Catalogue>(catalogue: C, overrides: Catalogue = {}, language: Language = english): Translate<KeyOf<C>> {
  const find = (key: string): string | undefined => overrides[key] ?? language.words[key];
  const lookUp = (key: string, count?: string | number): string =>
    (typeof count === 'number' ? (find(`${key}.${language.formOf(count)}`) ?? catalogue[`${key}.${english.formOf(count)}`]) : undefined) ??
    find(key) ??
    catalogue[key] ??
    key;
  const fill = (value: string | number = ''): string =>
    typeof value === 'number' ? language.writeNumber(value) : value.startsWith(KEY_MARK) ? lookUp(value.slice(1)) : isolated(value, language.isRightToLeft);
  return (key, params = {}) => lookUp(key, params.count).replace(/\{(\w+)\}/g, (place, name: string) => (name in params ? fill(params[name]) : place));
}

/**
 * Looks up the same texts for programs or for names that people keep: sheets, file names, titles of copies. They have
 * no invisible marks around names.
 */
export const withoutMarks =
  <K extends string>(t: Translate<K>): Translate<K> =>
  (key, params) =>
    withoutBidiOverrides(t(key, params));
