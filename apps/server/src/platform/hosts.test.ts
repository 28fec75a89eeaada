import { describe, expect, test } from 'vitest';
import { createHostRule, hostNameOf } from './hosts.ts';

test.each([
  ['School.Example', 'school.example'],
  ['school.example:8443', 'school.example'],
  ['school.example.', 'school.example'],
  ['[::1]:3000', '::1'],
  ['10.0.0.5:3000', '10.0.0.5'],
  [undefined, null],
  ['', null],
  ['[', null],
  ['[school]', null],
  ['a:99999999', null],
  ['a b', null],
  ['evil@school.example', null],
])('the host of %s is %s', (header, name) => {
  expect(hostNameOf(header)).toBe(name);
});

describe.each([
  [
    'with PUBLIC_URL',
    createHostRule({ publicUrl: new URL('https://school.example:8443'), listensOn: '0.0.0.0', machineName: 'box' }),
    ['school.example', 'school.example:8443', 'localhost:3000', '127.0.0.1', '[::1]:3000'],
    ['evil.example', 'school.example.evil.example', 'box', '10.0.0.5', '[2001:db8::1]', '', undefined],
  ],
  [
    'on this machine alone',
    createHostRule({ publicUrl: null, listensOn: '127.0.0.1', machineName: 'box' }),
    ['localhost:3000', '127.0.0.1:3000', '127.0.0.2', '[::1]'],
    ['evil.example:3000', 'box', '10.0.0.5:3000', 'localhost.evil.example', '['],
  ],
  [
    'in a school’s own network without PUBLIC_URL',
    createHostRule({ publicUrl: null, listensOn: '0.0.0.0', machineName: 'Box' }),
    ['10.0.0.5:3000', '[2001:db8::1]:3000', 'box:3000', 'box.local', 'localhost'],
    ['evil.example', 'box.evil.example', 'a:999999'],
  ],
  [
    'on a name of its own',
    createHostRule({ publicUrl: null, listensOn: 'lessons.school.lan', machineName: 'box' }),
    ['lessons.school.lan:3000', 'localhost'],
    ['evil.example', '10.0.0.5'],
  ],
])('%s', (_where, isOurs, ours, others) => {
  test.each(ours)('%s is ours', (host) => expect(isOurs(host)).toBe(true));
  test.each(others.map((host) => [host]))('%s is not', (host) => expect(isOurs(host)).toBe(false));
  test('a monitor may ask under any name, and for figures under any address', () => {
    for (const path of ['/healthz', '/readyz?x']) for (const host of [undefined, 'evil.example', '10.0.0.9']) expect(isOurs(host, path)).toBe(true);
    expect([isOurs('10.0.0.9:3000', '/metrics'), isOurs('evil.example', '/metrics'), isOurs('evil.example', '/healthzz')]).toEqual([true, false, false]);
  });
});
