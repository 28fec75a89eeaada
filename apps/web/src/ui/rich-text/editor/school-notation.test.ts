import { describe, expect, test } from 'vitest';
import { toLatex } from './school-notation.ts';

const written: readonly (readonly [string, string])[] = [
  ['3/4', '\\frac{3}{4}'],
  ['1/2 + 1/3', '\\frac{1}{2} + \\frac{1}{3}'],
  ['(a + b)/2', '\\frac{a + b}{2}'],
  ['(a + b)·2', '\\left(a + b\\right)\\cdot 2'],
  ['x^2', 'x^{2}'],
  ['x²', 'x^{2}'],
  ['10^-3', '10^{-3}'],
  ['x^(n + 1)', 'x^{n + 1}'],
  ['v_0', 'v_{0}'],
  ['√2', '\\sqrt{2}'],
  ['√(x^2 + 1)', '\\sqrt{x^{2} + 1}'],
  ['sqrt(2)/2', '\\frac{\\sqrt{2}}{2}'],
  ['2 * x <= 5', '2 \\cdot  x \\le  5'],
  ['3 × 4 ≠ 13', '3 \\times  4 \\ne  13'],
  ['π · r²', '\\pi  \\cdot  r^{2}'],
  ['1,5 V / 3 A', '1,5 \\frac{V}{3} A'],
  ['a/b/c', '\\frac{\\frac{a}{b}}{c}'],
  ['20 °C', '20 ^{\\circ}\\mathrm{C}'],
  ['50 %', '50 \\%'],
  ['', ''],
];

describe('a formula typed as at school', () => {
  test.each(written)('[B191] %s becomes %s', (typed, latex) => {
    expect(toLatex(typed)).toBe(latex);
  });

  test.each(['\\frac{1}{2}', 'x_{12}', '\\sqrt 2 / 3'])('%s is LaTeX already and stays as it is', (latex) => {
    expect(toLatex(latex)).toBe(latex);
  });

  test.each(['(1/2', '1/2)', '((', '))', '/', '3/', '^2', '√', 'x^', '][', '(]'])('half-typed %s stands as what it is, without end', (typed) => {
    expect(typeof toLatex(typed)).toBe('string');
  });

  test.each(['(', ')', '/', '^', '√', '(1/', 'a^'])('two thousand times %s neither fails nor grows beyond its length', (sign) => {
    const typed = sign.repeat(2000 / sign.length);
    expect(toLatex(typed).length).toBeLessThan(typed.length * 20);
  });
});
