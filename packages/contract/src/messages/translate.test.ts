import { readFileSync } from 'node:fs';
import { ALIAS_ANIMALS, ALIAS_COLORS, computeAlias } from '@classwright/rules/live/aliases';
import { expect, test } from 'vitest';
import { en } from './en.ts';
import { makePseudoWords } from './pseudo.ts';
import { asMessage, createTranslate, toLanguage } from './translate.ts';

const catalogue = { 'a.files.one': '1 file', 'a.files.other': '{count} files', 'a.hello': 'Hello {name}', 'a.label': 'Name' };
const polish = { 'a.files.one': '{count} plik', 'a.files.few': '{count} pliki', 'a.files.many': '{count} plików', 'a.files.other': '{count} pliku' };

test('a count takes the form that the language has for it', () => {
  const t = createTranslate<Record<string, string>>(catalogue, {}, toLanguage('pl', polish));
  expect([1, 2, 5, 22, 1.5].map((count) => t('a.files', { count }))).toEqual(['1 plik', '2 pliki', '5 plików', '22 pliki', '1,5 pliku']);
});

test('the school’s own words come before those of the language, and these before the English ones', () => {
  const t = createTranslate<Record<string, string>>(catalogue, { 'a.files.few': '{count} teczki' }, toLanguage('pl', { ...polish, 'a.label': 'Nazwa' }));
  expect([t('a.files', { count: 2 }), t('a.label'), t('a.hello', { name: 'Ada' }), t('a.hello', { name: asMessage('a.label') })]).toEqual([
    '2 teczki',
    'Nazwa',
    'Hello Ada',
    'Hello Nazwa',
  ]);
});

test('what a language lacks stands in English, in the form that English has for the count', () => {
  // French uses its singular for 0 too.
  const t = createTranslate<Record<string, string>>(catalogue, {}, toLanguage('fr', {}));
  expect([0, 1, 2].map((count) => t('a.files', { count }))).toEqual(['0 files', '1 file', '2 files']);
});

test('a number is written as the language writes it; a text stands as it is', () => {
  const t = createTranslate<Record<string, string>>({ 'a.of': '{count} of {total} in {year}' }, {}, toLanguage('de', {}));
  expect(t('a.of', { count: 1, total: 12_345, year: '2026' })).toBe('1 of 12.345 in 2026');
});

test('a text that is missing is seen by its key, a place without a value by its name', () => {
  const t = createTranslate<Record<string, string>>(catalogue);
  expect([t('a.none'), t('a.hello')]).toEqual(['a.none', 'Hello {name}']);
});

test('a value with braces or percent signs is put in as it is, and not read again', () => {
  const t = createTranslate<Record<string, string>>(catalogue);
  expect(t('a.hello', { name: '{name} %s ${x} {{a.none}}' })).toBe('Hello {name} %s ${x} {{a.none}}');
});

test('[B1461] a name that was kept with characters that turn letters round does not turn the words of a sentence', () => {
  const t = createTranslate<Record<string, string>>({ 'a.works': '{name} Assignments' });
  expect(t('a.works', { name: '\u2069\u202eadA' })).toBe('adA Assignments');
  expect(t('a.works', { name: 'שלום C++\u200f!' })).toBe('\u2068שלום C++\u200f!\u2069 Assignments');
  expect(t('a.works', { name: 'می\u200cخواهم 👩\u200d🔬' })).toBe('\u2068می\u200cخواهم 👩\u200d🔬\u2069 Assignments');
});

test('the accented language changes every text, keeps its places, and is about a third longer', () => {
  const words = makePseudoWords('en-XA', en);
  expect(createTranslate<Record<string, string>>(catalogue, {}, toLanguage('en-XA', makePseudoWords('en-XA', catalogue)))('a.hello', { name: 'Ada' })).toBe(
    '[Ĥéļļö Ada one two]',
  );
  for (const [key, text] of Object.entries(en)) {
    expect(words[key]).toMatch(/^\[[^]*\]$/);
    expect(words[key]?.match(/\{\w+\}/g)).toEqual(text.match(/\{\w+\}/g));
    expect(words[key]?.length).toBeGreaterThanOrEqual(Math.ceil(text.length * 1.35));
  }
});

test('the mirrored language has all forms of Arabic counts, and marks around every word', () => {
  const words = makePseudoWords('ar-XB', catalogue);
  expect(Object.keys(words).filter((key) => key.startsWith('a.files'))).toHaveLength(6);
  expect(words['a.hello']).toBe('\u200f\u202eHello\u202c\u200f {name}');
});

test.each([
  ['en', {}],
  ['es', JSON.parse(readFileSync(new URL('../languages/es.json', import.meta.url), 'utf8')) as Record<string, string>],
])('[B2317] the names of a lesson without names are all different in %s, for 40, for 300 and for all students', (language, words) => {
  const t = createTranslate<Record<string, string>>(en, {}, toLanguage(language, words));
  for (const list of [ALIAS_COLORS, ALIAS_ANIMALS]) expect(new Set(list.map((word) => t(`live.alias.${word}`).toLowerCase())).size).toBe(list.length);
  for (const count of [40, 300, ALIAS_COLORS.length * ALIAS_ANIMALS.length]) {
    const names = Array.from({ length: count }, (_, number) => computeAlias(number)).map(({ color, animal }) =>
      t('live.alias', { color: t(`live.alias.${color}`), animal: t(`live.alias.${animal}`) }),
    );
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(count);
  }
});

test('numbers and forms in English are those of Intl, though small ones do without it', () => {
  const { writeNumber, formOf } = toLanguage('en-GB', {});
  const numbers = new Intl.NumberFormat('en-GB');
  const plurals = new Intl.PluralRules('en-GB');
  for (const value of [0, 1, 2, 12, 101, 999, 1_000, 1_234_567, -1, -40, 0.5, 1.5, 2.25]) {
    expect(writeNumber(value)).toBe(numbers.format(value));
    expect(formOf(value)).toBe(plurals.select(value));
  }
  expect(toLanguage('ar-EG', {}).writeNumber(12)).toBe('١٢');
});
