import { describe, expect, test } from 'vitest';
import { CensorshipMatcher } from './matcher.ts';
import { CARRIERS, DISGUISES } from './testing/disguises.ts';
import { entryOf, foundIn, matcherOf } from './testing/lists.ts';

const matcher = matcherOf(
  'damn',
  'crap',
  'arse',
  'ass',
  'hell',
  'bollocks',
  'bloody fool',
  'a-hole',
  'niños',
  'göt',
  'ho',
  'raped',
  'asses',
  's&x',
  'twit',
  'penis',
);
const found = (text: string): string[] => foundIn(matcher, text);

describe('what is found', () => {
  test.each(Object.entries(DISGUISES))('a listed word with %s, in every kind of sentence', (_name, disguise) => {
    for (const word of ['damn', 'crap', 'bollocks', 'twit']) {
      const disguised = disguise(word);
      if (disguised === null) continue;
      for (const carrier of CARRIERS) expect([carrier(disguised), foundIn(matcher, carrier(disguised))]).toEqual([carrier(disguised), [disguised]]);
    }
  });

  test.each([
    ['in brackets and quotes', '("damn")', ['damn']],
    ['beside a dash, a slash, an underscore', 'damn-it damn/it _damn_', ['damn', 'damn', 'damn']],
    ['in markdown and as a hashtag', '**damn** #crap', ['damn', 'crap']],
    ['its possessive', 'damn’s', ['damn']],
    ['its plural', 'twits and asses and damns', ['twits', 'asses', 'damns']],
    ['a plural with z', 'twitz', ['twitz']],
    ['a number beside it', 'damn69, 123damn', ['damn', 'damn']],
    [
      'several words with any gap between',
      'bloody fool, bloody   fool, bloody-fool, BLOODY\nFOOL',
      ['bloody fool', 'bloody   fool', 'bloody-fool', 'BLOODY\nFOOL'],
    ],
    ['a dash of the list as any joiner', 'a-hole a–hole a.hole', ['a-hole', 'a–hole', 'a.hole']],
    ['a sign that the list has', 's&x', ['s&x']],
    ['letters of the list with their accents', 'niños nin\u0303os GÖT', ['niños', 'nin\u0303os', 'GÖT']],
    ['three letters with signs', '@ss a$$ 4ss', ['@ss', 'a$$', '4ss']],
    ['three letters spelled out', 'a s s, a.s.s', ['a s s', 'a.s.s']],
    ['letters doubled where no word doubles them', 'daamn crapp', ['daamn', 'crapp']],
    ['spelled out after a word of one letter', 'you a c r a p', ['c r a p']],
    ['spelled out with signs of all kinds', 'c/r/a/p c, r, a, p c😀r😀a😀p', ['c/r/a/p', 'c, r, a, p', 'c😀r😀a😀p']],
    ['spelled out with separators in turns', 'C_r a_P', ['C_r a_P']],
    ['letters of flags and boxes', '🇨🇷🇦🇵 🅲🆁🅰🅿', ['🇨🇷🇦🇵', '🅲🆁🅰🅿']],
    ['masked by a row of signs', 'd--n c##p cr__p', ['d--n', 'c##p']],
    ['with marks of other scripts on its letters', 'd\u0900a\u0900m\u0900n', ['d\u0900a\u0900m\u0900n']],
    ['a small l for an i where there is no vowel', 'twlt', ['twlt']],
    ['in the middle of another script', '你crap他 크랩crap을', ['crap', 'crap']],
    ['dollar signs that open no formula', '$hell is a $$ damn a$$', ['hell', 'damn', 'a$$']],
  ])('%s', (_name, text, expected) => {
    expect(found(text)).toEqual(expected);
  });
});

describe('what is left alone', () => {
  test.each([
    ['words that hold a listed word', 'class assume scrape Damnoen shell Hassan Arsenal'],
    ['words that are spelled out', 'c-l-a-s-s, s-h-e-l-l-s, c r a p e, g r a s s'],
    ['contractions', "he'll we’ll she'll"],
    ['a word that differs by a doubled letter', 'rapped, assess'],
    ['a word that differs by an i and an l', 'flight against fight, twilt'],
    ['numbers and codes', 'A55 page 455 T17 455 $455 5,5'],
    ['accents in short words', 'äss, got'],
    ['two letters that are bent or stretched', 'h0 hoo h.o'],
    ['sentences that run into each other', 'It is a new pen.Is it? I sat on my as.So what'],
    ['products in mathematics', 'a*s*s = a·s², F=m*a, a+s+s, t*w*i'],
    ['formulas between dollar signs', 'Then $$x=a$$ and $a$, so $F = as$'],
    ['hyphens across a line', 'the ar-\nse'],
    ['a greater-than sign and a bracket before a word', '(rap <rap (ss'],
    ['the lone letters of a list', 'points A, S, S of the square'],
    ['emoji', '👩‍👩‍👧‍👦 🙂 ❤️ 🇦🇺'],
  ])('%s', (_name, text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('scripts without spaces', () => {
  const asian = matcherOf('馬鹿', 'マンコ', 'ばか', 'ควาย', '바보', 'B級');

  test.each([
    ['Chinese characters anywhere', '你这馬鹿东西', ['馬鹿']],
    ['hiragana anywhere', 'おまえばかだな', ['ばか']],
    ['katakana between other scripts', 'そのマンコは', ['マンコ']],
    ['Thai anywhere', 'ไอ้ควายเอ๊ย', ['ควาย']],
    ['half-width and decomposed kana', 'ﾏﾝｺ は\u3099か', ['ﾏﾝｺ', 'は\u3099か']],
    ['Korean as whole words', '바보 바보상자', ['바보']],
    ['mixed entries', 'これはB級だ', ['B級']],
  ])('%s', (_name, text, expected) => {
    expect(foundIn(asian, text)).toEqual(expected);
  });

  test('a katakana word is not found inside another', () => {
    expect(foundIn(asian, 'ロマンコメディ')).toEqual([]);
  });

  test('no vowel sign is cut off', () => {
    expect(foundIn(matcherOf('กา'), 'กา กา้')).toEqual(['กา']);
  });
});

describe('pictures', () => {
  const pictures = matcherOf('🖕', '👩', '8==D');

  test('a listed emoji is found with its skin colour, wherever it stands', () => {
    expect(foundIn(pictures, 'you🖕🏽you 🖕️')).toEqual(['🖕🏽', '🖕️']);
  });

  test('an emoji that is part of another is not', () => {
    expect(foundIn(pictures, '👩‍💻 👨‍👩‍👧')).toEqual([]);
    expect(foundIn(pictures, '👩')).toEqual(['👩']);
  });

  test('an entry of signs and letters is found as it is', () => {
    expect(foundIn(pictures, 'haha 8==D haha')).toEqual(['8==D']);
  });
});

describe('which entry', () => {
  test('of entries that begin together the longest, then what follows it', () => {
    const longest = matcherOf('bloody', 'bloody fool', 'fool');
    expect(longest.find('bloody fool fool').map(({ entry }) => entry.name)).toEqual(['bloody fool', 'fool']);
  });

  test('of entries that read the same, the oldest of a level in force', () => {
    const twice = new CensorshipMatcher([entryOf('crap→[mild]', 7, 2), entryOf('Crap→[strong]', 3, 1)]);
    const replacement = (levels: number[] | null) => twice.find('crap', { levels: levels && new Set(levels) }).map(({ entry }) => entry.replaceWith);
    expect([replacement(null), replacement([1, 2]), replacement([2]), replacement([3]), replacement([])]).toEqual([
      ['[strong]'],
      ['[strong]'],
      ['[mild]'],
      [],
      [],
    ]);
  });

  test('a name of the people concerned, written as a name, is nobody’s listed word', () => {
    const dick = matcherOf('dick');
    const names = new Set(['Dick']);
    expect(dick.find('Dick said: you dick', { names }).map(({ start }) => start)).toEqual([15]);
  });

  test('in a formula only plain words of four letters and more', () => {
    const scope = { isFormula: true };
    expect(matcher.find('\\frac{a s s}{ass} c_r_a_p t*w*i*t', scope)).toEqual([]);
    expect(matcher.find('\\text{crap}', scope)).toHaveLength(1);
  });

  test('offsets count as JavaScript does, beside characters of two units and ligatures', () => {
    expect(matcher.find('😀😀 𝐜𝐫𝐚𝐩!').map(({ start, end }) => [start, end])).toEqual([[5, 13]]);
    expect(foundIn(matcherOf('fish', 'ish'), 'ﬁsh')).toEqual(['ﬁsh']);
    expect(foundIn(matcherOf('ish'), 'ﬁsh')).toEqual([]);
  });

  test('entries that hold nothing to be read are passed over, also very long ones', () => {
    const odd = matcherOf('', '   ', '\u200B', '-', 'x'.repeat(500), 'crap');
    expect(foundIn(odd, 'crap - \u200B')).toEqual(['crap']);
  });
});

test('a list of one word costs nothing but the reading, an empty one not even that', () => {
  expect(matcherOf().find('crap')).toEqual([]);
});
