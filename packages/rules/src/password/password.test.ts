import { describe, expect, test } from 'vitest';
import { findPasswordProblem, minPasswordCharacters, PASSWORD_LIMITS } from './index.ts';

const staff = { isStaff: true, known: ['Grace', 'O’Neill', 'grace.oneill@riverside.example', 'Riverside High School'] };
const student = { ...staff, isStaff: false };

test('at least 15 characters for staff, 8 for students with provided secrets; counted as people count', () => {
  expect([minPasswordCharacters({ isStaff: true }), minPasswordCharacters({ isStaff: false })]).toEqual([15, 8]);
  expect(findPasswordProblem('kettle-moss-14', staff)).toBe('tooShort');
  expect(findPasswordProblem('kettle-moss-145', staff)).toBeNull();
  expect(findPasswordProblem('moss-14', student)).toBe('tooShort');
  expect(findPasswordProblem('moss-145', student)).toBeNull();
  expect(findPasswordProblem('🐘🦒🐓🦔🐢🦆🐝', student)).toBe('tooShort'); // 14 code units, 7 characters
  expect(findPasswordProblem('🐘🦒🐓🦔🐢🦆🐝🦉', student)).toBeNull();
  expect(findPasswordProblem('kettle moss '.repeat(30), staff)).toBe('tooLong');
  expect(PASSWORD_LIMITS.maxCharacters).toBe(256);
});

describe('no composition rules: a sentence, one case, another script are fine', () => {
  test.each([
    'the kettle sings at dawn',
    'vier blaue Kessel im Moos',
    'чайник поёт на рассвете',
    'やかんが夜明けに歌うよ今日は晴れ',
    'xq7-vv2-kp9-bn4',
    '729104857362915',
  ])('%s', (password) => {
    expect(findPasswordProblem(password, staff)).toBeNull();
  });
});

describe('what everybody guesses first is refused', () => {
  test.each([
    ['passwordpassword', 'common'],
    ['Password12345678', 'common'],
    ['P@ssw0rdP@ssw0rd!', 'common'],
    ['qwertyuiopasdfghjkl', 'common'],
    ['Welcome2024!!!!!', 'common'],
    ['correcthorsebatterystaple', 'common'],
    ['summerschool2024', 'common'],
    ['abc-basketball-12', 'common'], // two common words, also where one has three letters
    ['basketball-abc-12', 'common'],
    ['aaaaaaaaaaaaaaaa', 'repetitive'],
    ['abcabcabcabcabcabc', 'repetitive'],
    ['abcabcabcabcabca', 'repetitive'],
    ['passwordpasswordpass', 'common'],
    ['1234567890123456', 'repetitive'],
    ['abcdefghijklmnop', 'repetitive'],
    ['9876543210987654', 'repetitive'],
    ['grace-oneill-2024', 'personal'],
    ['RiversideHighSchool1', 'personal'],
  ] as const)('%s: %s', (password, problem) => {
    expect(findPasswordProblem(password, staff)).toBe(problem);
  });
});

test('a known word beside others is fine', () => {
  expect(findPasswordProblem('grace keeps four kettles', staff)).toBeNull();
});

test('the same in compatibility forms', () => {
  expect(findPasswordProblem('ｐａｓｓｗｏｒｄｐａｓｓｗｏｒｄ', staff)).toBe('common');
});
