import { expect, test } from 'vitest';
import { hideNames, seekNames } from './hide-names.ts';

const names = seekNames(['Ann Lee', 'Ann Lee Park', "Maeve O'Neil", '王小明', 'José García']);
const hide = (text: string) => hideNames(text, names, 'a classmate');

test.each([
  ['I agree with Ann Lee.', 'I agree with a classmate.'],
  ['ANN LEE said it first, then ann lee again', 'a classmate said it first, then a classmate again'],
  ['Ann Lee Park and Ann Leeds', 'a classmate and Ann Leeds'],
  ["Maeve O'Neil’s reason", 'a classmate’s reason'],
  ['我同意王小明的看法', '我同意a classmate的看法'],
  ['con José García, que', 'con a classmate, que'],
  ['Joanna Lee is somebody else', 'Joanna Lee is somebody else'],
  ['', ''],
])('[B2691] full names of classmates are hidden in %j', (text, hidden) => {
  expect(hide(text)).toBe(hidden);
});

test('a text without names comes back unchanged, also with letters that change their length', () => {
  expect(hide('İstanbul is a city, says ann')).toBe('İstanbul is a city, says ann');
});
