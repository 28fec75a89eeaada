import { expect, test } from 'vitest';
import { parseMark } from './mark.ts';

test.each([
  ['75', 75],
  [' 75,5 % ', 75.5],
  ['0.25', 0.25],
  ['٧٥', 75],
  ['٧٥٫٥ ٪', 75.5],
  ['۷۵', 75],
  ['७५', 75],
  ['７５', 75],
  ['𝟕𝟓', 75],
])('[B1563] reads the mark %s in the digits of any script', (text, value) => {
  expect(parseMark(text)).toBe(value);
});

test.each(['', 'eighty', '1e3', '-5', '75.5.5', '12345', '七五', '½'])('[B1563] %j is no mark', (text) => {
  expect(parseMark(text)).toBeNull();
});
