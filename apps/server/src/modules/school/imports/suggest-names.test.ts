import { expect, test } from 'vitest';
import { suggestNames } from './suggest-names.ts';

const choices = ['Rowan Bridge School', 'North', 'Northwood College', 'Süd', '北校', 'South'].map((name, id) => ({ id, name }));
const suggested = (text: string) => suggestNames(text, choices).map(({ name }) => name);

test('a text that is misspelt, cut short or too long has its likeliest names, the nearest first', () => {
  expect(suggested('Nort')).toEqual(['North', 'Northwood College']);
  expect(suggested('Rowen Bridge')).toEqual(['Rowan Bridge School']);
  expect(suggested('ROWAN-BRIDGE SCHOOLS')).toEqual(['Rowan Bridge School']);
  expect(suggested('Rowan Bridge School of Arts')).toEqual(['Rowan Bridge School']);
  expect(suggested('Suoth')[0]).toBe('South');
});

test('what has nothing to do with any of them, is empty or endless, has none', () => {
  for (const text of ['', '  ', 'Zzyzx', 'No', '—', 'x'.repeat(300), '\u{1F3EB}\u{1F3EB}\u{1F3EB}']) expect(suggested(text)).toEqual([]);
});
