import { expect, test } from 'vitest';
import { isOwnOrigin } from './sockets.ts';

const open = { publicUrl: new URL('https://school.example'), trustsProxies: false };

test.each([
  ['https://school.example', 'internal:3000', open, true],
  ['http://localhost:3000', 'localhost:3000', { publicUrl: null, trustsProxies: false }, true],
  ['http://localhost:4000', 'localhost:3000', { publicUrl: null, trustsProxies: false }, false],
  ['https://evil.example', 'school.example', open, false],
  ['https://school.example.evil.example', 'school.example', open, false],
  ['null', 'school.example', open, false],
  ['file://school.example', 'school.example', open, false],
])('the origin %s on host %s', (origin, host, options, expected) => {
  expect(isOwnOrigin(origin, { headers: { host } }, options)).toBe(expected);
});

test('a forwarded host counts only behind a trusted proxy', () => {
  const request = { headers: { host: '127.0.0.1:3000', 'x-forwarded-host': 'school.example' } };
  expect(isOwnOrigin('https://school.example', request, { publicUrl: null, trustsProxies: true })).toBe(true);
  expect(isOwnOrigin('https://school.example', request, { publicUrl: null, trustsProxies: false })).toBe(false);
});
