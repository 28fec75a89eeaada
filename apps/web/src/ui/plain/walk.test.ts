import { describe, expect, test } from 'vitest';
import { nextIndex } from './walk.ts';

describe('where a key leads in a line of things', () => {
  test.each([
    ['column', 'ArrowDown', 0, 1],
    ['column', 'ArrowDown', 2, 0],
    ['column', 'ArrowUp', 0, 2],
    ['column', 'ArrowDown', -1, 0],
    ['column', 'ArrowUp', -1, 2],
    ['column', 'Home', 2, 0],
    ['column', 'End', 0, 2],
    ['column', 'ArrowRight', 0, undefined],
    ['row', 'ArrowRight', 2, 0],
    ['row', 'ArrowLeft', 0, 2],
    ['row', 'ArrowDown', 0, undefined],
  ] as const)('in a %s, %s at %i of three leads to %s', (axis, key, at, to) => expect(nextIndex(key, at, 3, axis)).toBe(to));
  test('the arrows of a row are mirrored where text runs from right to left; those of a column are not', () => {
    expect([nextIndex('ArrowLeft', 0, 3, 'row', true), nextIndex('ArrowRight', 0, 3, 'row', true)]).toEqual([1, 2]);
    expect(nextIndex('ArrowDown', 0, 3, 'column', true)).toBe(1);
  });
  test('among nothing no key leads anywhere', () =>
    expect(['ArrowDown', 'ArrowUp', 'Home', 'End'].map((key) => nextIndex(key, -1, 0, 'column'))).toEqual([undefined, undefined, undefined, undefined]));
});
