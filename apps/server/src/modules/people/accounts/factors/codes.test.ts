import { Secret, TOTP } from 'otpauth';
import { expect, test } from 'vitest';
import { findStep, isTimeCode, makeSecret } from './codes.ts';

// A whole half minute, and moments within it: its number must be the one that was counted since 1970 (RFC 6238).
const STEP = 59_000_000;
const secret = makeSecret();
const codeOf = (step: number): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: step * 30_000 });

test.each([0, 1, 15_000, 29_999])('a code is of its own half minute, %i ms after it began, and of one before and after', (ms) => {
  const now = new Date(STEP * 30_000 + ms);
  expect([-2, -1, 0, 1, 2].map((away) => findStep(secret, codeOf(STEP + away), now))).toEqual([null, STEP - 1, STEP, STEP + 1, null]);
});

test('a code may have spaces, and a recovery code is none of an app', () => {
  const code = codeOf(STEP);
  expect(findStep(secret, ` ${code.slice(0, 3)} ${code.slice(3)} `, new Date(STEP * 30_000))).toBe(STEP);
  expect([isTimeCode('123 456'), isTimeCode('12345'), isTimeCode('abcd-efgh-ijkl')]).toEqual([true, false, false]);
});
