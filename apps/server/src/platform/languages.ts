import { readFileSync } from 'node:fs';
import { type Catalogue, en, makePseudoWords, pseudoLanguages, toLanguage, type Language } from '@classwright/contract';
import { ENGLISH, languageFolder } from './language-tags.ts';

/** The language of an installation, with what its pages say of themselves. */
export interface InstallationLanguage extends Language {
  /** The tag of BCP 47: "en", "pt-BR". */
  tag: string;
  direction: 'ltr' | 'rtl';
}

/** One of `listLanguages`. */
export function readLanguage(tag: string): InstallationLanguage {
  // the language without a file has the marks that the specification writes dates and numbers with
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
