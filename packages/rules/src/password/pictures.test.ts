import { expect, test } from 'vitest';
import { isGuessableSequence, PICTURES, SEQUENCE_LENGTH } from './pictures.ts';

test('[B2777] there are twenty different pictures', () => {
  expect(PICTURES).toHaveLength(20);
  expect(new Set(PICTURES).size).toBe(20);
});

test('[B2777] one picture, tapped again and again, is no sequence; two of them are', () => {
  for (const picture of PICTURES) expect(isGuessableSequence(Array.from({ length: SEQUENCE_LENGTH }, () => picture))).toBe(true);
  expect(isGuessableSequence(['cat', 'cat', 'cat', 'dog'])).toBe(false);
});
