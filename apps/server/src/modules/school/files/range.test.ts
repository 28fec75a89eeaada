import { expect, test } from 'vitest';
import { parseRange } from './range.ts';

test.each([
  ['bytes=0-9', { start: 0, end: 9 }],
  ['bytes=90-', { start: 90, end: 99 }],
  ['bytes=90-500', { start: 90, end: 99 }],
  ['bytes=-10', { start: 90, end: 99 }],
  ['bytes=-500', { start: 0, end: 99 }],
  ['bytes=0-0', { start: 0, end: 0 }],
])('%s of 100 bytes', (header, expected) => {
  expect(parseRange(header, 100)).toEqual(expected);
});

test.each(['bytes=100-', 'bytes=100-200', 'bytes=-0'])('%s lies outside 100 bytes', (header) => {
  expect(parseRange(header, 100)).toBe('unsatisfiable');
});

test('nothing of an empty file can be asked for', () => {
  expect(parseRange('bytes=-1', 0)).toBe('unsatisfiable');
  expect(parseRange('bytes=0-', 0)).toBe('unsatisfiable');
});

test.each([undefined, '', 'bytes=', 'bytes=-', 'bytes=5-2', 'bytes=0-1,5-6', 'lines=0-1', 'bytes=a-b', 'bytes=1e3-'])(
  '%s asks for the whole file',
  (header) => {
    expect(parseRange(header, 100)).toBeNull();
  },
);
