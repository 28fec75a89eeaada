import { authLogin, contract, type Endpoint, lessonCodeOpen, liveJoin } from '@classwright/contract';
import { expect, test } from 'vitest';
import { isForPhones } from './phones.ts';

test.each(['/j', '/j/', '/j/BKMTRX', '/assets/index-abc123.js', '/words/es-0123.json', '/favicon.svg', '/files/3/abc.png?s=1'])(
  '[B2164] a phone of the local network opens %s',
  (url) => {
    expect(isForPhones('GET', url, undefined)).toBe(true);
  },
);

test.each([
  '/',
  '/home',
  '/j/../home',
  '/assets/../index.html',
  '/assets/%2e%2e/x',
  '/metrics',
  '/healthz',
  '/api/openapi.json',
  '/index.html',
  '//j',
  '/student-live-learning',
])('[B2164] a phone of the local network does not open %s', (url) => {
  expect(isForPhones('GET', url, undefined)).toBe(false);
});

test('[B2164] a phone of the local network makes the calls of a seat, and nobody signs in from there', () => {
  expect([isForPhones('POST', '/api/lesson-code', lessonCodeOpen), isForPhones('POST', '/api/x', liveJoin)]).toEqual([true, true]);
  expect(isForPhones('POST', '/api/auth/login', authLogin as Endpoint)).toBe(false);
  const open = contract.filter((endpoint) => typeof endpoint.access === 'string' && isForPhones(endpoint.method, endpoint.path, endpoint));
  expect(open.map(({ name }) => name).toSorted()).toEqual([
    'broadcasting.auth',
    'config.get',
    'lessonCode.names',
    'lessonCode.open',
    'seat.guest',
    'seat.take',
    'seat.withdraw',
  ]);
});
