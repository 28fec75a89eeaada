import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toReadableText } from './read.ts';
import { readFormula, toReadableMath } from './readable-math.ts';
import type { RichTextNode } from './types.ts';

test('[B2432] a formula in a text is one line of signs that anybody reads', () => {
  const read: [string, string][] = [
    ['$A_1$ shows more than $A_2$', 'A₁ shows more than A₂'],
    ['$y = 2.54\\,x$', 'y = 2.54 x'],
    ['$\\tfrac{4}{3}$ of it', '4/3 of it'],
    ['$\\frac{1}{2}mv^2$', '1/2 mv²'],
    ['$\\frac{a+b}{2}$', '(a+b)/2'],
    ['$\\sqrt{2}$ or $\\sqrt{a+b}$', '√2 or √(a+b)'],
    ['$R_{12} = 5\\,\\Omega$', 'R₁₂ = 5 Ω'],
    ['$x^{-1}$, $x^{ab}$, $x_Q$', 'x⁻¹, x^(ab), x_Q'],
    ['$30^\\circ$', '30°'],
    ['$\\left(a \\cdot b\\right) \\ge 0$', '(a · b) ≥ 0'],
    ['$v_{\\text{end}}$', 'v_(end)'],
    ['$\\sin x$', 'sin x'],
    ['$F = m\\cdot a$', 'F = m·a'],
    ['It costs $5 and $6', 'It costs $5 and $6'],
    ['It costs \\$5, or $5\\$$', 'It costs $5, or 5$'],
    ['no formula', 'no formula'],
  ];
  expect(read.map(([text]) => [text, toReadableMath(text)])).toEqual(read);
});

test('[B2432] a formula that has no such line stays as it was typed', () => {
  for (const latex of ['\\begin{matrix}a&b\\end{matrix}', '\\sqrt[3]{x}', '\\frac{1}', 'a}b', '{a', '\\unknown', 'x^', `${'{'.repeat(60)}${'}'.repeat(60)}`])
    expect(readFormula(latex)).toBe(latex);
});

test('[B2432] any text is read without an error, and text without a dollar sign is unchanged', () => {
  const text = fc.string({ unit: fc.constantFrom('$', '\\', '{', '}', '^', '_', 'frac', 'a', '1', ' ', '&', '😀'), maxLength: 30 });
  fc.assert(fc.property(text, (words) => typeof toReadableMath(words) === 'string' && (words.includes('$') || toReadableMath(words) === words)));
  expect(readFormula('a😀')).toBe('a😀');
});

test('[B2432] a document has its formulas in the same form', () => {
  const paragraph: RichTextNode = {
    type: 'paragraph',
    content: [
      { type: 'text', text: 'Since ' },
      { type: 'inlineMath', attrs: { latex: 'U = R\\cdot I_1' } },
    ],
  };
  expect(toReadableText({ type: 'doc', content: [paragraph, { type: 'blockMath', attrs: { latex: '\\frac{1}{2}' } }] })).toBe('Since U = R·I₁\n1/2');
});
