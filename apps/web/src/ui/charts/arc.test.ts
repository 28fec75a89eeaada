import { expect, test } from 'vitest';
import { ringPart } from './arc.ts';
import { markAt, percentOf, spoken } from './marks.ts';

test('a quarter starts at 12 o’clock and ends at 3', () => {
  expect(ringPart(50, 40, 20, 0, 0.25)).toBe('M50.000 10.000A40 40 0 0 1 90.000 50.000L70.000 50.000A20 20 0 0 0 50.000 30.000Z');
});
test('more than half takes the long way round', () => expect(ringPart(50, 40, 20, 0, 0.75)).toContain('A40 40 0 1 1'));
test('the whole ring is two circles without a seam', () => expect(ringPart(50, 40, 20, 0, 1)).not.toContain('L'));

test('marks go by place and begin again after the sixth', () => expect([0, 1, 5, 6].map(markAt)).toEqual(['a', 'b', 'f', 'a']));
test('percentages are whole, of nothing 0', () => expect([percentOf(1, 3), percentOf(2, 3), percentOf(0, 0)]).toEqual([33, 67, 0]));
test('a chart says its values', () =>
  expect(
    spoken([
      { key: 1, label: 'x', value: 3, mark: 'a', letter: 'A' },
      { key: 2, label: 'Likes', value: 1, mark: 'b' },
    ]),
  ).toBe('A 3, Likes 1'));
