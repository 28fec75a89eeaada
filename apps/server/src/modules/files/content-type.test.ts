import { expect, test } from 'vitest';
import { detectContentType, isShownInline } from './content-type.ts';

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));

test.each([
  ['image/png', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a], 'rest')],
  ['image/jpeg', bytes([0xff, 0xd8, 0xff, 0xe0])],
  ['image/gif', bytes('GIF89a')],
  ['image/gif', bytes('GIF87a')],
  ['image/webp', bytes('RIFF', [1, 2, 3, 4], 'WEBPVP8 ')],
  ['application/pdf', bytes('%PDF-1.7')],
])('%s is known by its first bytes and may be shown', (mimeType, content) => {
  expect(detectContentType(content)).toBe(mimeType);
  expect(isShownInline(mimeType)).toBe(true);
});

test.each([
  ['an SVG', bytes('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
  ['a page', bytes('<!doctype html>')],
  ['a page that mentions a PNG', bytes('<html>\x89PNG\r\n\x1a\n')],
  ['a sound in a RIFF', bytes('RIFF', [1, 2, 3, 4], 'WAVEfmt ')],
  ['a cut-off PNG', bytes([0x89], 'PNG')],
  ['nothing', bytes()],
])('%s is none of the accepted types', (_, content) => {
  expect(detectContentType(content)).toBeNull();
});

test('a type that no browser should show here is only downloaded', () => {
  expect(isShownInline('image/svg+xml')).toBe(false);
  expect(isShownInline('text/html')).toBe(false);
});
