import { expect, test } from 'vitest';
import { cutForLog } from './comment-log.ts';

const hundred = 'a'.repeat(100);
const family = '👨‍👩‍👧‍👦'; // one character of eleven code units
const accented = 'e\u0301';

test.each([
  ['', ''],
  ['short', 'short'],
  [hundred, hundred],
  [`${hundred}b`, `${hundred}…`],
  [`${'a'.repeat(99)} bcd`, `${'a'.repeat(99)}…`], // no blank before the ellipsis
  ['two\n\n lines\tof  text ', 'two lines of text'],
  [family.repeat(100), family.repeat(100)],
  [family.repeat(101), `${family.repeat(100)}…`],
  [`${'a'.repeat(99)}${family}b`, `${'a'.repeat(99)}${family}…`],
  [accented.repeat(101), `${accented.repeat(100)}…`],
  ['🇨🇭'.repeat(101), `${'🇨🇭'.repeat(100)}…`],
])('[L319] [LIVE-51] the log shows %j as %j', (text, shown) => {
  expect(cutForLog(text)).toBe(shown);
});
test('[B096] [LIVE-51] a letter with thousands of marks does not make the log long', () => {
  expect(cutForLog(`ab${'\u0301'.repeat(20_000)}c`)).toBe('a…');
  expect(cutForLog('a\u0301\u0301\u0302b'.repeat(20_000)).length).toBeLessThan(2_100);
});
test('[LIVE-51] other lengths can be asked for', () => {
  expect(cutForLog('abcdef', 3)).toBe('abc…');
});
