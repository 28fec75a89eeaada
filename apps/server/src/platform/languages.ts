import { readFileSync } from 'node:fs';
import { type Catalogue, en, makePseudoWords, pseudoLanguages, toLanguage, type Language } from '@classwright/contract';
import { ENGLISH, languageFolder } from './language-tags.ts';

/** The language of an installation, with its attributes for pages. */
export interface InstallationLanguage extends Language {
  /** The BCP 47 tag: "en", "pt-BR". */
  tag: string;
  direction: 'ltr' | 'rtl';
}

/** Reads a language, one of `listLanguages`. */
export function readLanguage(tag: string): InstallationLanguage {
  // The language without a file uses the date and number format of the specification.
  const locale = tag === ENGLISH ? 'en-US' : tag;
  const direction = directionOf(locale);
  return { ...toLanguage(locale, readWords(tag), direction === 'rtl'), tag, direction };
}

function readWords(tag: string): Catalogue {
  if (tag === ENGLISH) return {};
  if (Object.hasOwn(pseudoLanguages, tag)) return makePseudoWords(tag, en);
  return JSON.parse(readFileSync(new URL(`${tag}.json`, languageFolder), 'utf8')) as Catalogue;
}

/** TypeScript does not know `getTextInfo` yet. */
const directionOf = (tag: string): 'ltr' | 'rtl' =>
  (new Intl.Locale(tag) as Intl.Locale & { getTextInfo(): { direction: 'ltr' | 'rtl' } }).getTextInfo().direction;
