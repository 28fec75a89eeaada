import { expect, test } from 'vitest';
import { isInvisible } from './invisible.ts';

test.each(['', ' \t\n', '\u00a0\u3000', '\u202e\u200b\u200d\ufeff', '\u2060\u00ad', '\u3164\u115f', '\u2800', '\ufe0f', '\ud800'])(
  'nothing of %j can be seen',
  (text) => {
    expect(isInvisible(text)).toBe(true);
  },
);
test.each(['a', '\u200bа', 'ا', '·', '👩\u200d🔬', '१', '0'])('%j can be seen', (text) => {
  expect(isInvisible(text)).toBe(false);
});
