import { expect, test } from 'vitest';
import { cleanedText } from './cleaned.ts';

test.each([
  ['Ada', 'Ada'],
  ['Ada\r\nKing', 'Ada King'],
  ['\ufeffAllie', 'Allie'],
  ["O'Brien\u200b", "O'Brien"],
  ['\u202eevil\u202c', 'evil'],
  ['می\u200cخواهم', 'می\u200cخواهم'],
  ['half\u0000', 'half\u0000'],
])('%j is read as %j', (text, read) => expect(cleanedText(text)).toBe(read));
