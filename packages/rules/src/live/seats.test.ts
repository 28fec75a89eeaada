import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CODE_LETTERS, countWrong, decideSeat, isGuessablePin, minutesLocked, PIN_GUESSES, readCode, readPin } from './seats.ts';
import { isNameShown, toNameWords } from './seat-names.ts';

const code = fc.array(fc.constantFrom(...CODE_LETTERS), { minLength: 6, maxLength: 6 }).map((letters) => letters.join(''));

describe('[LIVE-85] [B2150] a code as people type it', () => {
  test('is the same in small letters, with spaces and with dashes', () => {
    const gaps = fc.array(fc.constantFrom('', ' ', '-', '\u00a0', '.'), { minLength: 7, maxLength: 7 });
    fc.assert(
      fc.property(code, gaps, fc.boolean(), (own, between, isSmall) => {
        const typed = [...own].map((letter, place) => `${between[place]}${letter}`).join('') + between[6];
        expect(readCode(isSmall ? typed.toLowerCase() : typed)).toBe(own);
      }),
    );
  });

  test.each([
    ['8cd fgh', 'BCDFGH'],
    ['0cdfgh', 'DCDFGH'],
    ['oCDFGH', 'DCDFGH'],
    ['5zz 2bb', 'SZZZBB'],
    ['ＢＣＤＦＧＨ', 'BCDFGH'],
    ['l1jbcd', 'JJJBCD'],
  ])('%s means %s', (typed, meant) => {
    expect(readCode(typed)).toBe(meant);
  });

  test.each(['', 'BCDFG', 'BCDFGHJ', 'BCDFG?', 'АБВГДЕ', 'BCDFGA', '王伟王伟王伟'])('%j is no code', (typed) => {
    expect(readCode(typed)).toBeNull();
  });
});

describe('[LIVE-86] [B2151] [B2274] a name is shown only to somebody who knows it', () => {
  test.each([
    ['Amara Okafor', 'ama', true],
    ['Amara Okafor', 'OKA', true],
    ['Amara Okafor', 'am o', true],
    ['Amara Okafor', 'am', false],
    ['Amara Okafor', 'mar', false],
    ['Amara Okafor', '', false],
    ['Amara Okafor', '%%%', false],
    ['Bo Li', 'bo', true],
    ['Bo Li', 'l', false],
    ['Özgür Işık', 'ozg', true],
    ['Özgür Işık', 'isi', true],
    ['Søren Łuka', 'sor', true],
    ['Søren Łuka', 'luk', true],
    ['أحمد العلي', 'احم', true],
    ["D'Angelo O’Neill", 'one', true],
    ['小明 王', '王小明', true],
    ['小明 王', '王小', true],
    ['小明 王', '小明', true],
    ['小明 王', '王', true],
    ['小明 王', '小', false],
    ['明 李', '李明', true],
    ['민준 김', '김민준', true],
    ['José Núñez', 'nun', true],
    ['王 伟', '王', true],
    ['王伟', '王', false],
    ['王伟', '王伟', true],
    ['عمر الفاروق', 'عمر', true],
    ['عمر الفاروق', 'ع', false],
  ])('%s, typed %j: %s', (name, typed, isShown) => {
    expect(isNameShown(toNameWords(name), toNameWords(typed))).toBe(isShown);
  });
});

describe('[LIVE-87] [B2152] five wrong PINs make the seat wait', () => {
  test('for ten minutes from the last one, and then it starts again', () => {
    expect(minutesLocked({ wrong: PIN_GUESSES.max - 1, lastMsAgo: 0 })).toBe(0);
    expect(minutesLocked({ wrong: PIN_GUESSES.max, lastMsAgo: 0 })).toBe(10);
    expect(minutesLocked({ wrong: PIN_GUESSES.max, lastMsAgo: 599_000 })).toBe(1);
    expect(minutesLocked({ wrong: PIN_GUESSES.max, lastMsAgo: 600_000 })).toBe(0);
    expect([countWrong({ wrong: 5, lastMsAgo: 600_000 }), countWrong({ wrong: 4, lastMsAgo: 1_000 })]).toEqual([0, 4]);
  });

  test.each([
    ['5837', '5837'],
    [' 58 37 ', '5837'],
    ['٥٨٣٧', '5837'],
    ['５８３７', '5837'],
    ['583', null],
    ['58371', null],
    ['58a7', null],
  ])('%j is the PIN %s', (typed, pin) => {
    expect(readPin(typed)).toBe(pin);
  });

  test('nobody gets a PIN that people try first', () => {
    expect(['0000', '1234', '4321', '2012', '7890', '5837'].map(isGuessablePin)).toEqual([true, true, true, true, true, false]);
  });
});

test('[LIVE-88] [B2153] a free seat is given, a taken one is asked for, and an own one is kept', () => {
  expect(decideSeat({ isTaken: false, isOwn: false, request: null })).toBe('sit');
  expect(decideSeat({ isTaken: true, isOwn: false, request: null })).toBe('ask');
  expect(decideSeat({ isTaken: true, isOwn: false, request: 'open' })).toBe('wait');
  expect(decideSeat({ isTaken: true, isOwn: false, request: 'allowed' })).toBe('sit');
  expect(decideSeat({ isTaken: false, isOwn: false, request: 'open' })).toBe('sit');
  expect(decideSeat({ isTaken: false, isOwn: false, request: 'refused' })).toBe('refused');
  for (const request of [null, 'open', 'allowed', 'refused'] as const) expect(decideSeat({ isTaken: true, isOwn: true, request })).toBe('stay');
});
