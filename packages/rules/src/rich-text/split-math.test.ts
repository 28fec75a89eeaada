import { describe, expect, test } from 'vitest';
import { splitMath } from './split-math.ts';

const written = (text: string) =>
  splitMath(text)
    .map(({ kind, value }) => (kind === 'math' ? `[${value}]` : value))
    .join('');

describe('$…$ in a line of text', () => {
  test.each([
    ['It doubles: $2R$', 'It doubles: [2R]'],
    ['$\\frac{1}{2}$ of $x^2$', '[\\frac{1}{2}] of [x^2]'],
    ['no formula', 'no formula'],
    ['costs $5 and $6', 'costs $5 and $6'],
    ['a \\$ sign and $y$', 'a $ sign and [y]'],
    ['one $ alone', 'one $ alone'],
    ['$$', '$$'],
    ['$ x $', '$ x $'],
    ['$a\\$b$', '[a\\$b]'],
    ['', ''],
  ])('%j', (text, expected) => expect(written(text)).toBe(expected));

  test('loses no character of what is not a formula', () => {
    for (const text of ['$', '$$$', 'a$b$c', '\\', '\\\\$x$', '$x$$y$', '$x$5'])
      expect(
        splitMath(text)
          .map(({ kind, value }) => (kind === 'math' ? `$${value}$` : value))
          .join('').length,
      ).toBeGreaterThan(0);
  });
});
