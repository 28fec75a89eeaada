import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { en } from './en.ts';
import { makePseudoWords, pseudoLanguages } from './pseudo.ts';
import { type Catalogue, createTranslate, toLanguage, withoutMarks } from './translate.ts';

const folder = new URL('../languages/', import.meta.url);
const rightToLeft = (tag: string): boolean => /^(ar|fa|he|ur)\b/.test(tag);
const languages = [
  toLanguage('en-US', {}),
  ...readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => [file.replace('.json', ''), JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Catalogue] as const)
    .concat(Object.keys(pseudoLanguages).map((tag) => [tag, makePseudoWords(tag, en)] as const))
    .map(([tag, words]) => toLanguage(tag, words, rightToLeft(tag))),
];
const texts: Catalogue = en;
/** The texts with placeholders, in all languages, each by the key that code uses. */
const withPlaces = [...Map.groupBy(Object.keys(texts), (key) => key.replace(/\.(one|other)$/, ''))].flatMap(([key, forms]) => {
  const places = [...new Set(forms.flatMap((form) => [...(texts[form] as string).matchAll(/\{(\w+)\}/g)].map(([, name]) => name as string)))];
  return places.some((name) => name !== 'count') ? [{ key, places: places.filter((name) => name !== 'count') }] : [];
});
const ISOLATED = /\u2068[^\u2066-\u2069]*\u2069/g;
/** A value without letters: it gets marks in no left-to-right sentence, and no text contains it. */
const PLACE = '\u241f';
const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;
const COUNTS = [1, 2];

/** Difficult names: of the other direction, ending in symbols and numbers, of both scripts, of several lines. */
const ARABIC = ['ليلى', 'صف 9 (ب)', 'Class 9 (عربي)', 'שלום C++', 'محمد!', '١٢ عربي –', 'a "ב"'];
const ENGLISH = ['Ada', 'Class 9', 'C++', 'Homework 3 (late)', 'O’Brien!', '3/4: sums'];

test.each(languages.map((language) => [language.locale, language] as const))(
  '[B1780] in %s every name of the other direction stands apart in every sentence, and every other one as it is',
  (_, language) => {
    const t = createTranslate<Catalogue>(texts, {}, language);
    const faults: string[] = [];
    for (const { key, places } of withPlaces) {
      for (const count of COUNTS) {
        const fill = (name: string) => t(key, { ...Object.fromEntries(places.map((place) => [place, name])), count });
        const marked = fill(PLACE);
        const wanted = marked.split(PLACE).length - 1;
        for (const name of language.isRightToLeft ? [...ENGLISH, ...ARABIC] : ARABIC) {
          if (fill(name).split(`\u2068${name}\u2069`).length - 1 !== wanted) faults.push(`${key}: ${name}`);
        }
        for (const name of language.isRightToLeft ? ['https://school.example/1'] : [...ENGLISH, '12', '2026-11-25']) {
          if (fill(name) !== marked.replaceAll(`\u2068${PLACE}\u2069`, () => name).replaceAll(PLACE, () => name)) faults.push(`${key}: ${name}`);
        }
      }
    }
    expect(faults).toEqual([]);
  },
);

test('[B1780] outside of the names an English sentence has nothing that is written from right to left', () => {
  const t = createTranslate<Catalogue>(texts);
  const turned = withPlaces.filter(({ key, places }) =>
    RIGHT_TO_LEFT.test(t(key, { ...Object.fromEntries(places.map((place) => [place, 'ليلى'])), count: 2 }).replace(ISOLATED, '')),
  );
  expect(turned).toEqual([]);
});

test('[B1780] numbers are written without marks, also in a language that is written from right to left', () => {
  const t = createTranslate<Catalogue>({ 'a.b': 'من {from} الى {to}' }, {}, toLanguage('ar', {}, true));
  expect(t('a.b', { from: 9.5, to: 10 })).not.toMatch(/[\u2066-\u2069]/);
});

test('[B1780] sentences within sentences stay whole, and a name with marks of its own cannot end its place', () => {
  const t = createTranslate<Catalogue>({ 'a.in': '{name} wrote.', 'a.out': 'Then {sentence} was read.' });
  const inner = t('a.in', { name: 'ليلى' });
  expect(t('a.out', { sentence: inner })).toBe('Then \u2068\u2068ليلى\u2069 wrote.\u2069 was read.');
  expect(t('a.in', { name: '\u2069\u2069ליאה' })).toBe('\u2068ליאה\u2069 wrote.');
  expect(t('a.in', { name: '\u2068\u202eליאה' })).toBe('\u2068ליאה\u2069 wrote.');
});

test('[B1780] an address of a page gets no mark that a mail program would take into its link', () => {
  const t = createTranslate<Catalogue>({ 'a.b': 'افتح {url} الآن' }, {}, toLanguage('ar', {}, true));
  expect(t('a.b', { url: 'https://school.example/s/abc?x=1' })).toBe('افتح https://school.example/s/abc?x=1 الآن');
});

test('[B1781] what is written into files has no marks', () => {
  const t = withoutMarks(createTranslate<Catalogue>({ 'a.b': '{name} - notes' }));
  expect(t('a.b', { name: 'ليلى' })).toBe('ليلى - notes');
});
