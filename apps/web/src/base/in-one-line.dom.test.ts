import { english } from '@classwright/contract/messages/translate';
import { afterEach, expect, test } from 'vitest';
import { inOneLine } from './in-one-line.ts';
import { languageStore } from './language.ts';

afterEach(() => languageStore.set(english));

test('[B1986] parts of a line stand each in its own direction, and what is not there leaves no dot', () => {
  expect(inOneLine(['Science 10B', '', null, undefined, false, '8:30 AM'])).toBe('Science 10B · 8:30 AM');
  expect(inOneLine(['فيزياء', '8:30 AM'])).toBe('\u2068فيزياء\u2069 · 8:30 AM');
  languageStore.set({ ...english, isRightToLeft: true });
  expect(inOneLine(['Science 10B', '8:30'])).toBe('\u2068Science 10B\u2069 · \u20688:30\u2069');
});
