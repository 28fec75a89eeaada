import { describe, expect, test } from 'vitest';
import { toAlphabet } from './alphabets.ts';

describe('letters of mathematical alphabets', () => {
  test.each([
    ['R', 'double-struck', 'ℝ'],
    ['A', 'double-struck', '𝔸'],
    ['1', 'double-struck', '𝟙'],
    ['x', 'bold', '𝐱'],
    ['12', 'bold', '𝟏𝟐'],
    ['Ω', 'bold', '𝛀'],
    ['ω', 'bold', '𝛚'],
    ['F', 'script', 'ℱ'],
    ['G', 'script', '𝒢'],
    ['h', 'italic', 'ℎ'],
    ['Z', 'fraktur', 'ℨ'],
    ['a', 'monospace', '𝚊'],
    ['α', 'double-struck', 'α'],
    ['+', 'bold', '+'],
    ['x', 'normal', 'x'],
    ['x', 'nobody knows it', 'x'],
  ])('%s in %s is %s', (sign, variant, placed) => {
    expect(toAlphabet(sign, variant)).toBe(placed);
  });

  test('every letter of an alphabet is one letter, which Unicode reads as the plain one', () => {
    for (const variant of ['bold', 'italic', 'bold-italic', 'script', 'fraktur', 'double-struck', 'sans-serif', 'monospace'])
      for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz') {
        const placed = toAlphabet(sign, variant);
        expect(`${variant} ${placed === sign} ${placed.normalize('NFKC')}`).toBe(`${variant} false ${sign}`);
      }
  });
});
