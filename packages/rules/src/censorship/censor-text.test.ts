import { describe, expect, test } from 'vitest';
import { censorText } from './censor-text.ts';
import { LAST_RESORT } from './censored.ts';
import { CensorshipMatcher } from './matcher.ts';
import { entryOf, matcherOf } from './testing/lists.ts';

describe('censoring a text', () => {
  test('puts the replacement in place of the word and leaves the rest as it is, to the last byte', () => {
    const text = 'Well,\u00A0d4mn!  It\u2019s\tCRAP \u{1F600}\r\n(no s h e l l s)\u200B.';
    expect(censorText(matcherOf('damn→[…]', 'crap→xx'), text)).toEqual({
      value: 'Well,\u00A0[…]!  It\u2019s\txx \u{1F600}\r\n(no s h e l l s)\u200B.',
      words: ['damn', 'crap'],
    });
  });

  test('gives back the very text where nothing is listed', () => {
    expect(censorText(matcherOf('damn'), 'A class of shells')).toEqual({ value: 'A class of shells', words: [] });
  });

  test('names every entry once', () => {
    expect(censorText(matcherOf('damn', 'crap'), 'damn crap DAMN d.a.m.n').words).toEqual(['damn', 'crap']);
  });

  test('takes what stands in a replacement as it is', () => {
    expect(censorText(matcherOf('damn→$& $1 \\1'), 'oh damn').value).toBe('oh $& $1 \\1');
  });

  test('a replacement that is listed itself is replaced too', () => {
    expect(censorText(matcherOf('damn→crap', 'crap→dear me'), 'damn').value).toBe('dear me');
  });

  test('replacements that go round in a circle end in asterisks', () => {
    expect(censorText(matcherOf('damn→crap', 'crap→damn'), 'oh damn').value).toBe(`oh ${LAST_RESORT}`);
  });

  test('a replacement that makes a listed word with its neighbours is replaced too', () => {
    expect(censorText(matcherOf('damn→a', 'crap→***'), 'c r damn p')).toEqual({ value: '***', words: ['damn', 'crap'] });
  });

  test('words of levels that are not in force stay', () => {
    const matcher = new CensorshipMatcher([entryOf('damn', 1, 1), entryOf('crap', 2, 2)]);
    expect(censorText(matcher, 'damn crap', { levels: new Set([2]) }).value).toBe('damn ***');
  });
});
