import { isolated, withoutTurning } from '@classwright/rules/text/turning';

/** A catalogue: key → text with `{name}` places. */
export type Catalogue = Readonly<Record<string, string>>;
export type MessageParams = Readonly<Record<string, string | number>>;
export type Translate<K extends string = string> = (key: K, params?: MessageParams) => string;
type Form = 'one' | 'other';
type Asked<K, All> = K extends `${infer Text}.${Form}` ? (`${Text}.${Form}` extends All ? Text : K) : K;
/** What a catalogue is asked by: its keys, those of counts without their form. */
export type KeyOf<C extends Catalogue> = Asked<keyof C & string, keyof C>;

/** What texts, numbers, dates and order are written by. */
export interface Language {
  /** For `Intl`. */
  locale: string;
  /** Its texts by key; what is missing stands in English. */
  words: Catalogue;
  /** Which form of a text goes with a count: CLDR's category, in English `one` or `other`. */
  formOf: (count: number) => string;
  writeNumber: (value: number) => string;
  isRightToLeft: boolean;
}

export function toLanguage(locale: string, words: Catalogue, isRightToLeft = false): Language {
  const plurals = new Intl.PluralRules(locale);
  const numbers = new Intl.NumberFormat(locale);
  return { locale, words, formOf: (count) => plurals.select(count), writeNumber: (value) => numbers.format(value), isRightToLeft };
}

/** Dates and numbers stand as the specification writes them. */
export const english: Language = toLanguage('en-US', {});

const KEY_MARK = '\u0002';

/** A parameter that is itself a text of the catalogue: "{label} is required" with the label in the school's words. */
export function asMessage(key: string): string {
  return `${KEY_MARK}${key}`;
}

/**
 * Looks a text up: the school's own first, then the language's, then the English one. A text that goes with a number has
 * a key for each form (`files.selected.one`, `files.selected.other`) and is asked for without it, with the number as
 * `count`. A language may have forms also where English needs none. A missing key returns the key itself, so that a gap
 * is seen and nothing breaks. A place without a parameter stays as it is written; a number in a place is written as the
 * language writes it, so numbers that are names (of a row, an entry) are given as texts. A name of the other
 * direction is set apart by two invisible marks (`isolated`); what goes into a file is asked for `withoutMarks`.
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

/** The same texts for what programs read or people keep under a name: sheets, names of files, titles of copies. They have none of the marks that set a name apart on a screen. */
export const withoutMarks =
  <K extends string>(t: Translate<K>): Translate<K> =>
  (key, params) =>
    withoutTurning(t(key, params));
