import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkDocument } from '../rich-text/index.ts';
import { anyEditorDocument } from '../testing/documents.ts';
import { checkProperty } from '../testing/property.ts';
import { censorDocument } from './censor-document.ts';
import { censorText } from './censor-text.ts';
import { CensorshipMatcher } from './matcher.ts';
import { CARRIERS, DISGUISES } from './testing/disguises.ts';
import { matcherOf } from './testing/lists.ts';

const LISTED = ['damn', 'crap', 'arse', 'hell', 'bloody fool', 'zo', 'lili', 'ass', '馬鹿', '🖕', 'göt'];
const matcher = matcherOf(...LISTED);
const ANY_SIZE = { nodes: 100_000, depth: 100, characters: 1_000_000 };

const anyDisguised = fc.tuple(fc.constantFrom(...LISTED), fc.constantFrom(...Object.values(DISGUISES))).map(([word, disguise]) => disguise(word) ?? word);
const anyText = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc
    .array(
      fc.oneof(
        anyDisguised,
        fc.constantFrom(' ', '.', '-', '*', '$', '@', '1', 'l', 'a', 's', '\n', '\u0301', '\u200D', 'é', '$x=', '}'),
        fc.string({ maxLength: 4 }),
      ),
      { maxLength: 25 },
    )
    .map((parts) => parts.join('')),
);
/** Replacements as schools choose them, and problematic ones: listed words, single letters, parts of words. */
const anyReplacement = fc.oneof(
  fc.constantFrom('***', '[removed]', '…', '\u2588'),
  fc.constantFrom(...LISTED, 'a', 'da', 's', ' '),
  fc.string({ minLength: 1, maxLength: 5 }),
);
const anyMatcher = fc
  .array(anyReplacement, { minLength: LISTED.length, maxLength: LISTED.length })
  .map((replacements) => new CensorshipMatcher(LISTED.map((name, index) => ({ id: index + 1, name, levelId: 1, replaceWith: replacements[index] as string }))));

describe('on any text', () => {
  test('matches lie in the text, in its order, and none overlaps another', () => {
    checkProperty(
      fc.property(anyText, (text) => {
        let end = 0;
        for (const match of matcher.find(text)) {
          expect(match.start).toBeGreaterThanOrEqual(end);
          expect(match.end).toBeGreaterThan(match.start);
          ({ end } = match);
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
      1_000,
    );
  });

  test('no match begins or ends inside a character', () => {
    checkProperty(
      fc.property(anyText, (text) => {
        for (const { start, end } of matcher.find(text))
          for (const edge of [start, end]) expect(/^[\uDC00-\uDFFF]/.test(text.slice(edge)) && /[\uD800-\uDBFF]$/.test(text.slice(0, edge))).toBe(false);
      }),
      1_000,
    );
  });

  test('censoring what was censored changes nothing, whatever the replacements are', () => {
    checkProperty(
      fc.property(anyMatcher, anyText, (any, text) => {
        const { value } = censorText(any, text);
        expect(censorText(any, value)).toEqual({ value, words: [] });
      }),
      1_000,
    );
  });

  test('what stands outside the matches is unchanged', () => {
    checkProperty(
      fc.property(anyText, (text) => {
        const outside: string[] = [];
        let end = 0;
        for (const match of matcher.find(text)) {
          outside.push(text.slice(end, match.start));
          ({ end } = match);
        }
        outside.push(text.slice(end));
        const first = outside.join('***');
        expect([first, censorText(matcher, first).value]).toContain(censorText(matcher, text).value);
      }),
      1_000,
    );
  });

  test('a listed word is found in every disguise, wherever it stands', () => {
    checkProperty(
      fc.property(
        fc.constantFrom('damn', 'crap', 'arse', 'hell'),
        fc.constantFrom(...Object.values(DISGUISES)),
        fc.constantFrom(...CARRIERS),
        (word, disguise, carrier) => {
          const disguised = disguise(word);
          if (disguised === null) return;
          const text = carrier(disguised);
          // "a a r s e" may be the word with its first letter doubled
          expect(matcher.find(text).map(({ start, end }) => text.slice(start, end).replace(/^a (?=a[ ._*-])/, ''))).toEqual([disguised]);
        },
      ),
      1_000,
    );
  });

  test('no word of letters that only holds a listed word is found', () => {
    const letters = fc.string({ unit: fc.constantFrom(...'abcdefghijkmnopqrstuwxyz'), minLength: 1, maxLength: 5 });
    checkProperty(
      fc.property(fc.constantFrom('damn', 'crap', 'arse', 'hell'), fc.option(letters), letters, (word, before, after) => {
        const inner = `${before ?? ''}${word}${after}`;
        // plural, stretched last letter, stretched first letter: still the word itself
        if (/^([a-z])\1*$/.test((before ?? '') + word.charAt(0)) && (/^[sz]$/.test(after) || /^([a-z])\1*$/.test(word.slice(-1) + after))) return;
        expect([inner, matcher.find(inner)]).toEqual([inner, []]);
      }),
      1_000,
    );
  });
});

describe('on any document', () => {
  test('a checked document stays one, and censoring it again changes nothing', () => {
    const document = fc
      .tuple(
        anyEditorDocument,
        anyText.filter((text) => text !== '' && !text.includes('\u0000')),
      )
      .map(([editor, text]) => {
        const { content } = editor as { content: unknown[] };
        return checkDocument(
          {
            type: 'doc',
            content: [
              ...content,
              {
                type: 'paragraph',
                content: [
                  { type: 'text', text },
                  { type: 'text', text, marks: [{ type: 'bold' }] },
                ],
              },
            ],
          },
          ANY_SIZE,
        );
      });
    checkProperty(
      fc.property(anyMatcher, document, (any, check) => {
        if (!check.ok) return;
        const { value } = censorDocument(any, check.document);
        expect(checkDocument(value, ANY_SIZE)).toEqual({ ok: true, document: value });
        expect(censorDocument(any, value)).toEqual({ value, words: [] });
      }),
      800,
    );
  });
});

describe('on hostile text', () => {
  test.each([
    '1',
    '$',
    '@$',
    'f**k ',
    'd**n ',
    'd a m ',
    'u ',
    'd.',
    '|1|l',
    'a*',
    's**t',
    '1l1l1l1l1l ',
    'a\u0301',
    '\u0301',
    '🇩🇦',
    '馬',
    'マ',
    'd*** ',
    '- ',
    's-',
    '$x$',
    '\uD800',
    'ﷺ',
    '\u200D',
  ])('a text of 20,000 characters made of %j costs a moment, not a quadratic time', (part) => {
    const text = part.repeat(20_000 / part.length);
    const startedAt = process.cpuUsage().user;
    matcher.find(text);
    expect((process.cpuUsage().user - startedAt) / 1_000).toBeLessThan(4_000);
  });
});
