import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProperty } from '../testing/property.ts';
import { computeEditDistance, isMisspellingOf, toKnownWords, toSearchQuery, toSearchTerms, toSearchVector, toTypedTerms } from './search-words.ts';

test.each([
  ['Energy, of a Café!', ['energy', 'of', 'a', 'cafe']],
  ["O’Neill’s don't", ['oneills', 'dont']],
  ['$v=2^{10}$', ['v', '2', '10']],
  ['Сила тяжести', ['сила', 'тяжести']],
  ['<script>alert(1)</script>', ['script', 'alert', '1', 'script']],
  ["'; DROP TABLE questions; -- :* & | !", ['drop', 'table', 'questions']],
  ['Schwer\u00adkraft', ['schwerkraft']],
  ['ΤΑΧΥΤΗΤΑΣ ταχύτητας', ['ταχυτητασ', 'ταχυτητασ']],
  ['Ёлка, ґрунт', ['елка', 'грунт']],
  ['İstanbul ısı', ['istanbul', 'isi']],
  ['٣ ۳ ३ ৩ ３', ['3', '3', '3', '3', '3']],
  ['שָׁלוֹם צה״ל', ['שלומ', 'צהל']],
  ['می\u200cشود', ['ميشود']],
  ['ﾃﾞﾝｷ デンキ でんき', ['てん', 'んき', 'き', 'てん', 'んき', 'き', 'てん', 'んき', 'き']],
  ['重力', ['重力', '力']],
  ['H2O分子', ['h2o', '分子', '子']],
  ['サーバー', ['さー', 'ーは', 'はー', 'ー']],
  ['', []],
  ['🙂 !?', []],
])('%j has the words %j', (text, words) => {
  expect(toSearchTerms(text).map(([word]) => word)).toEqual(words);
});

test('words of plain letters are the same by themselves and beside letters of other scripts', () => {
  checkProperty(
    fc.property(fc.string({ unit: 'binary-ascii', maxLength: 80 }), (text) => {
      expect(toSearchTerms(`${text} é`)).toEqual([...toSearchTerms(text), ['e']]);
      expect(toSearchTerms(`${text}\u00ad`)).toEqual(toSearchTerms(text)); // a soft hyphen has no word of its own
    }),
  );
});

test.each([
  ['Straße ĐÀ NẴNG', [['strasse'], ['da'], ['nang']]],
  ['Kapitän', [['kapitan', 'kapitaen']]],
  ['Ångström', [['angstrom', 'aangstroem']]],
  ['SØREN æble', [['soren', 'soeren'], ['aeble']]],
  ['أَحْمَد إلى آخر', [['احمد'], ['الي'], ['اخر']]],
  ['الجاذبيّة', [['الجاذبيه', 'جاذبيه']]],
  [
    'والطـــاقة بالضوء للضوء',
    [
      ['والطاقه', 'طاقه'],
      ['بالضوء', 'ضوء'],
      ['للضوء', 'ضوء'],
    ],
  ],
  ['הכובד', [['הכובד', 'כובד']]],
  ['ال קהל', [['ال'], ['קהל']]],
])('people write %j as %j', (text, terms) => {
  expect(toSearchTerms(text)).toEqual(terms);
});

test('a vector has each word once, with places by weight', () => {
  const vector = toSearchVector({ title: 'Free fall', tags: ['fall'], responses: ['Both fall'], reasonings: ['same'], description: 'Which ball' });
  expect(vector.split(' ')).toEqual(['free:1A', 'fall:2A,3A,5B', 'both:4B', 'which:6D', 'ball:7D', 'same:8C']);
});

test('[B3047] a word keeps its first eight places, and one more for each part of the question that it has none of yet', () => {
  const texts = { title: '', tags: [], responses: [], reasonings: ['fall fall'], description: 'fall '.repeat(12) };
  expect(toSearchVector(texts)).toBe('fall:1D,2D,3D,4D,5D,6D,7D,8D,13C');
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
  expect(toSearchQuery(toTypedTerms('Free  fall free'))).toBe('(free:*) & (fall:*)');
  expect(toSearchQuery([['fall']], { weights: 'AB' })).toBe('(fall:*AB)');
  expect(toSearchQuery([['froce']], { weights: 'D', meant: new Map([['froce', ['force']]]) })).toBe('(froce:*D | force:D)');
  expect(toSearchQuery(toTypedTerms('Kapitän'), { weights: 'A' })).toBe('(kapitan:*A | kapitaen:*A)');
  expect(toSearchQuery(toTypedTerms('光合作用'))).toBe('(光合:*) & (合作:*) & (作用:*)');
  expect(toSearchQuery(toTypedTerms('光 の'))).toBe('(光:*) & (の:*)');
  expect(toSearchQuery(toTypedTerms(' !? '))).toBeNull();
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
