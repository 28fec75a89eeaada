import { dictionary } from '@zxcvbn-ts/language-common';
import { describe, expect, test } from 'vitest';
import type { AppError } from '../../../../platform/errors.ts';
import { requireGoodPassword, isListedPassword } from './password-rules.ts';

const student = { first_name: 'Zoë', last_name: 'Ek', email: 'zoe@school.test', school_name: 'Rowan', is_staff: false };
const problemOf = (password: string): unknown => {
  try {
    requireGoodPassword(password, student);
    return null;
  } catch (error) {
    return (error as AppError).fields?.['password']?.[0];
  }
};

describe('a student’s password', () => {
  test.each([
    'liverpool',
    '1q2w3e4r',
    'zaq12wsx',
    'Liverpool',
    'liverpool1',
    'Liverpool2026!',
    'l1verp00l'.replace('1', 'i'),
    'qwerty123456',
    'michelle99',
    'chelseachelsea',
  ])('%s is refused: many people choose it', (password) => {
    expect(problemOf(password)).toContain('password.common');
  });

  test.each(['moss-145', 'kettle-145-moss', 'three otters', 'чайник поёт', 'やかんが夜明けに歌う', 'xq7vv2kp9'])('%s is fine', (password) => {
    expect(problemOf(password)).toBeNull();
  });
});

test('[B163] the list holds far more than three thousand that are long enough to be chosen, and none of them passes', () => {
  const long = [...dictionary['passwords-common']].map(String).filter((word) => word.length >= 8);
  expect(long.length).toBeGreaterThan(3000);
  expect(long.filter((word) => !isListedPassword(word.toLowerCase()))).toEqual([]);
});
