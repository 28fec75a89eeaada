import { findOtherAddress } from './address.ts';
import type { Catalogue } from './translate.ts';

export interface LanguageReport {
  /** Keys without a text in the language, counts in each form that it has. English is used for them. */
  missing: readonly string[];
  /** The errors in a language's file, as sentences. */
  faults: readonly string[];
}

const placesOf = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g))];

/** Compares the texts of a language with the English catalogue and with the language's forms of counts. */
export function checkLanguage(tag: string, words: Catalogue, catalogue: Catalogue): LanguageReport {
  const forms = new Intl.PluralRules(tag).resolvedOptions().pluralCategories;
  const missing: string[] = [];
  const faults: string[] = [];
  const asked = new Set<string>();
  const check = (key: string, places: readonly string[], needed: readonly string[]): void => {
    asked.add(key);
    const text = words[key];
    if (text === undefined) return void missing.push(key);
    if (text.trim() === '') faults.push(`${key} is empty`);
    for (const place of placesOf(text)) if (!places.includes(place)) faults.push(`${key} has ${place}, which nobody fills in`);
    for (const place of needed) if (!text.includes(place)) faults.push(`${key} lacks ${place}`);
  };
  for (const [key, english] of Object.entries(catalogue)) {
    const text = key.replace(/\.(one|other)$/, '');
    const singular = catalogue[`${text}.one`];
    const isCounted = text !== key && singular !== undefined && `${text}.other` in catalogue;
    if (isCounted && key.endsWith('.one')) continue;
    const formKeys = forms.map((form) => `${text}.${form}`);
    const have = formKeys.filter((each) => words[each] !== undefined && (isCounted || !(each in catalogue)));
    // A language may have forms when English has one text for all numbers.
    if (!isCounted && (have.length === 0 || !english.includes('{count}'))) check(key, placesOf(english), placesOf(english));
    else {
      const places = placesOf(`${english}${singular ?? ''}`);
      for (const each of formKeys) {
        if (have.length > 0 && words[each] === undefined) faults.push(`${each} is missing beside the other forms of its count`);
        check(each, places, []);
      }
    }
  }
  for (const [key, text] of Object.entries(words)) {
    if (!asked.has(key)) faults.push(`${key} is not a text that is asked for`);
    const other = findOtherAddress(tag, text);
    if (other !== null) faults.push(`${key} addresses people in another form than the other texts: ${other}`);
  }
  return { missing, faults };
}
