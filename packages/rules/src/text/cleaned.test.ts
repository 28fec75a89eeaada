import { expect, test } from 'vitest';
import { cleanedText } from './cleaned.ts';
import { withoutBidiOverrides } from './bidi.ts';

test.each([
  ['Ada', 'Ada'],
  ['Ada\r\nKing', 'Ada King'],
  ['\ufeffAllie', 'Allie'],
  ["O'Brien\u200b", "O'Brien"],
  ['\u202eevil\u202c', 'evil'],
  ['\u2067evil\u2069', 'evil'],
  ['\u200fAda\u200e', 'Ada'],
  ['\u061cAda', 'Ada'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['שלום C++\u200f!', 'שלום C++\u200f!'],
  ['\u202bשלום\u202c', 'שלום'],
  ['👩\u200d👩\u200d👧', '👩\u200d👩\u200d👧'],
  ['🏴\u{e0067}\u{e0062}\u{e007f}', '🏴\u{e0067}\u{e0062}\u{e007f}'],
  ['❤\ufe0f', '❤\ufe0f'],
  ['half\u0000', 'half\u0000'],
])('%j is read as %j', (text, read) => expect(cleanedText(text)).toBe(read));

test('what turns letters round leaves a text of several lines, and nothing else does', () => {
  expect(withoutBidiOverrides('a\u202eb\u202c\n\u2066ג\u200f!\u2069 می\u200cخواهم 👩\u200d🔬')).toBe('ab\nג\u200f! می\u200cخواهم 👩\u200d🔬');
});
