import { expect, test } from 'vitest';
import { createFileLinks } from './links.ts';

const links = createFileLinks('a secret of this installation');
const noon = new Date('2026-03-09T12:00:00Z');

function read(url: string): { fileId: number; expires: number; signature: string } {
  const { pathname, searchParams } = new URL(url, 'http://school.test');
  return { fileId: Number(pathname.split('/').at(-1)), expires: Number(searchParams.get('expires')), signature: searchParams.get('signature') ?? '' };
}

test('an address stays the same all through an hour, so that browsers can keep the file', () => {
  const urls = ['12:00:00', '12:17:30', '12:59:59'].map((time) => links.at(new Date(`2026-03-09T${time}Z`))(7));
  expect(new Set(urls).size).toBe(1);
  expect(links.at(new Date('2026-03-09T13:00:00Z'))(7)).not.toBe(urls[0]);
});

test.each(['12:00:00', '12:59:59'])('an address made at %s is good for one to two hours', (time) => {
  const now = new Date(`2026-03-09T${time}Z`);
  const secondsLeft = read(links.at(now)(7)).expires - now.getTime() / 1000;
  expect(secondsLeft).toBeGreaterThanOrEqual(3600);
  expect(secondsLeft).toBeLessThanOrEqual(7200);
});

test('a signature is right for its own file, time and secret, and for nothing else', () => {
  const link = read(links.at(noon)(7));
  expect(links.isSignatureRight(link)).toBe(true);
  expect(links.isSignatureRight({ ...link, fileId: 8 })).toBe(false);
  expect(links.isSignatureRight({ ...link, expires: link.expires + 3600 })).toBe(false);
  expect(links.isSignatureRight({ ...link, signature: `${link.signature.slice(0, -2)}AA` })).toBe(false);
  expect(links.isSignatureRight({ ...link, signature: '' })).toBe(false);
  expect(createFileLinks('another secret').isSignatureRight(link)).toBe(false);
});
