import { expect, test } from 'vitest';
import { computeConnectionRoom, getDescriptorLimit } from './descriptors.ts';

test.each([
  [21_000, { sockets: 20_000, connections: 20_500 }],
  [4_096, { sockets: 3_096, connections: 3_596 }],
  [1_024, { sockets: 512, connections: 768 }],
])('[B099] of %i file descriptors connections leave what calls, files and the database need', (descriptors, room) => {
  expect(computeConnectionRoom(descriptors)).toEqual(room);
});

test('a process knows how many files it may open', () => {
  expect(getDescriptorLimit()).toBeGreaterThan(100);
});
