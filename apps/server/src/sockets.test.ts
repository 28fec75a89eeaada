import { expect, test } from 'vitest';
import { createHostRule } from './platform/hosts.ts';
import { isOwnOrigin } from './sockets.ts';

const publicUrl = new URL('https://school.example');
const open = { publicUrl, isOurHost: createHostRule({ publicUrl, listensOn: '0.0.0.0' }) };
const atHome = { publicUrl: null, isOurHost: createHostRule({ publicUrl: null, listensOn: '127.0.0.1' }) };

test.each([
  ['https://school.example', 'internal:3000', open, true],
  ['http://localhost:3000', 'localhost:3000', atHome, true],
  ['http://localhost:4000', 'localhost:3000', atHome, false],
  ['https://evil.example', 'school.example', open, false],
  ['https://school.example.evil.example', 'school.example', open, false],
  ['null', 'school.example', open, false],
  ['file://school.example', 'school.example', open, false],
])('the origin %s on host %s', (origin, host, options, expected) => {
  expect(isOwnOrigin(origin, { headers: { host } }, options)).toBe(expected);
});

test('a host that the client says it was forwarded from counts for nothing', () => {
  const request = { headers: { host: '127.0.0.1:3000', 'x-forwarded-host': 'evil.example' } };
  expect(isOwnOrigin('https://evil.example', request, atHome)).toBe(false);
  expect(isOwnOrigin('https://evil.example', request, open)).toBe(false);
});

test('a stranger’s page whose name leads to this machine opens no socket', () => {
  expect(isOwnOrigin('http://evil.example:3000', { headers: { host: 'evil.example:3000' } }, atHome)).toBe(false);
});
