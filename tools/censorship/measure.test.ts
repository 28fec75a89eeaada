import { readTestSettings } from '@classwright/server/platform/config';
import { describe, expect, test } from 'vitest';
import { censorText } from '@classwright/rules/censorship/index';
import { type Corpora, readCorpora, selectListed } from './corpora.ts';
import { readDefaultList } from './default-list.ts';
import { matcherOf, measureHits, measureMisreadings, measureRecall, percentOf, sumOf } from './measure.ts';

const { trialData } = readTestSettings();
if (trialData === null) console.log('TRIAL_DATA names no folder of trial data, so the floors of censorship were not measured.');

describe('the default list', () => {
  const words = readDefaultList().map(({ name }) => name);
  const matcher = matcherOf(words);

  test('has two levels, and every word once', () => {
    expect(new Set(readDefaultList().map(({ levelId }) => levelId))).toEqual(new Set([1, 2]));
    expect(new Set(words).size).toBe(words.length);
    expect(words.filter((word) => word !== word.trim() || /^.{0,2}$/u.test(word.replace('🖕', 'emoji')))).toEqual([]);
  });

  test('every word is found as it is, and 99 in 100 of all its disguises', () => {
    const shares = measureRecall(matcher, words);
    expect(percentOf(shares[0]!)).toBe(100);
    expect(percentOf(sumOf('all', shares))).toBeGreaterThanOrEqual(99);
  });
});

describe.skipIf(trialData === null)('on the trial data', () => {
  let corpora: Corpora;
  const read = (): Corpora => (corpora ??= readCorpora(trialData as string));

  test('listed words are found as they are, and at least 98 in 100 of their common disguises; accents and asterisks in three letters are left alone', () => {
    const words = selectListed(read(), 'en');
    expect(words.length).toBeGreaterThan(1_000);
    const shares = measureRecall(matcherOf(words), words);
    for (const share of shares) expect([share.name, percentOf(share) >= (share.name === 'asterisks between' ? 97 : 98)]).toEqual([share.name, true]);
    expect(percentOf(shares[0]!)).toBe(100);
    expect(percentOf(sumOf('all', shares))).toBeGreaterThanOrEqual(99.5);
  });

  test('listed words of thirty languages likewise', () => {
    const words = selectListed(read(), null);
    expect(percentOf(sumOf('all', measureRecall(matcherOf(words), words)))).toBeGreaterThanOrEqual(99);
  });

  test('the default list finds nothing in school sentences, questions, names and messages that are clean', () => {
    const matcher = matcherOf(readDefaultList().map(({ name }) => name));
    for (const corpus of ['clean school sentences', 'stems of school questions', 'names of people', 'messages labelled clean'])
      expect(measureHits(matcher, corpus, read().innocent[corpus] ?? [])).toMatchObject({ found: 0, examples: [] });
  });

  test('the trial data’s own English words find nothing in clean sentences and names', () => {
    const matcher = matcherOf(selectListed(read(), 'en'));
    for (const corpus of ['clean school sentences', 'names of people'])
      expect(measureHits(matcher, corpus, read().innocent[corpus] ?? [])).toMatchObject({ found: 0, examples: [] });
  });

  test('nothing is read into innocent words and phrases that hold a listed word', () => {
    for (const words of [readDefaultList().map(({ name }) => name), selectListed(read(), 'en'), selectListed(read(), null)]) {
      const matcher = matcherOf(words);
      for (const corpus of ['words that hold a profane one', 'phrases that hold a profane word'])
        expect(measureMisreadings(matcher, corpus, read().innocent[corpus] ?? [])).toMatchObject({ found: 0, examples: [] });
    }
  });

  test('strings that break programs break nothing', () => {
    const matcher = matcherOf(read().words.map(({ word }) => word));
    for (const text of read().naughty) {
      const { value } = censorText(matcher, text);
      expect(censorText(matcher, value)).toEqual({ value, words: [] });
    }
  });
});
