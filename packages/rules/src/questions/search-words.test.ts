import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProperty } from '../testing/property.ts';
import { computeEditDistance, isMisspellingOf, toKnownWords, toSearchQuery, toSearchVector, toSearchWords, toTypedWords } from './search-words.ts';

test.each([
  ['Energy, of a Café!', ['energy', 'of', 'a', 'cafe']],
  ["O’Neill’s don't", ['oneills', 'dont']],
  ['Straße ĐÀ NẴNG', ['strasse', 'da', 'nang']],
  ['$v=2^{10}$', ['v', '2', '10']],
  ['重力', ['重', '力']],
  ['Сила тяжести', ['сила', 'тяжести']],
  ['<script>alert(1)</script>', ['script', 'alert', '1', 'script']],
  ["'; DROP TABLE questions; -- :* & | !", ['drop', 'table', 'questions']],
  ['', []],
  ['🙂 !?', []],
])('%j has the words %j', (text, words) => {
  expect(toSearchWords(text)).toEqual(words);
});

test('a vector has each word once, with places by weight', () => {
  const vector = toSearchVector({ title: 'Free fall', tags: ['fall'], responses: ['Both fall'], reasonings: ['same'], description: 'Which ball' });
  expect(vector.split(' ')).toEqual(['free:1A', 'fall:2A,3A,5B', 'both:4B', 'which:6D', 'ball:7D', 'same:8C']);
});

test('words of a vector are bounded, however much is written', () => {
  const vector = toSearchVector({
    title: 'a',
    tags: [],
    responses: [],
    reasonings: [],
    description: Array.from({ length: 20_000 }, (_, index) => `w${index} x`).join(' '),
  });
  expect(vector.split(' ').length).toBeLessThanOrEqual(6_000);
  expect(Math.max(...(vector.match(/:[^ ]*/g) ?? []).map((places) => places.split(',').length))).toBeLessThanOrEqual(8);
});

test('a query asks for every word or one that begins with it', () => {
  expect(toSearchQuery(toTypedWords('Free  fall free'))).toBe('(free:*) & (fall:*)');
  expect(toSearchQuery(['fall'], { weights: 'AB' })).toBe('(fall:*AB)');
  expect(toSearchQuery(['froce'], { weights: 'D', similar: new Map([['froce', ['force']]]) })).toBe('(froce:*D | force:D)');
  expect(toSearchQuery(toTypedWords(' !? '))).toBeNull();
});

describe('misspelt words', () => {
  test.each([
    ['froce', 'force', true],
    ['forse', 'force', true],
    ['forc', 'force', true],
    ['fforce', 'force', true],
    ['photosinthesys', 'photosynthesis', true],
    ['form', 'from', true],
    ['cat', 'car', false],
    ['force', 'forest', false],
    ['1905', '1915', false],
  ])('%s may mean %s: %s', (typed, word, expected) => {
    expect(isMisspellingOf(typed, word)).toBe(expected);
  });

  test('the distance is none to itself, the same both ways, and one for one change', () => {
    const word = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 });
    checkProperty(
      fc.property(word, word, (one, other) => {
        expect(computeEditDistance(one, one)).toBe(0);
        expect(computeEditDistance(one, other)).toBe(computeEditDistance(other, one));
        expect(computeEditDistance(one, [...one, 'x'])).toBe(1);
        expect(computeEditDistance(one, other)).toBeLessThanOrEqual(Math.max(one.length, other.length));
      }),
    );
  });
});

test('known words are no numbers and none too short, each once', () => {
  expect(toKnownWords({ title: 'A force of 10 N', tags: ['force'], responses: ['10kg'], reasonings: [], description: 'Gravity' })).toEqual([
    'force',
    'gravity',
  ]);
});
