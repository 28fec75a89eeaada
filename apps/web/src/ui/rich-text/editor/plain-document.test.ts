import { expect, test } from 'vitest';
import { plainDocument, plainTextOf } from './plain-document.ts';

test.each(['', 'one line', 'two\nlines', 'a blank\n\nbetween', '\nleading', 'trailing\n'])('%j comes back as it was typed', (text) => {
  expect(plainTextOf(plainDocument(text))).toBe(text);
});

test('a text with more than plain paragraphs has no plain form: editing it there would lose it', () => {
  expect(plainTextOf({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'bold' }] }] }] })).toBeNull();
  expect(plainTextOf({ type: 'doc', content: [{ type: 'blockMath', attrs: { latex: 'x' } }] })).toBeNull();
  expect(plainTextOf({ type: 'doc', content: [] })).toBe('');
});
