import { expect, test } from 'vitest';
import { hasETag, toETag } from './etag.ts';

const etag = toETag('1', 'rows');

test('an ETag is the same for the same parts and another one for others, wherever the border between them is', () => {
  expect(toETag('1', 'rows')).toBe(etag);
  expect(new Set([etag, toETag('1r', 'ows'), toETag('rows', '1'), toETag('1', 'rows', '')]).size).toBe(4);
});

test.each([
  ['the ETag itself', etag, true],
  ['the same as a strong one', etag.slice(2), true],
  ['one of several', `"a", ${etag}`, true],
  ['whatever there is', '*', true],
  ['another one', 'W/"a"', false],
  ['a part of it', etag.slice(0, 12), false],
  ['nothing', undefined, false],
])('%s: %s', (_what, header, has) => {
  expect(hasETag(header, etag)).toBe(has);
});
