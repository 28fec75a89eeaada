import { expect, test } from 'vitest';
import { computeRatingLabel, isRating, RATINGS } from './ratings.ts';

test.each([
  ['Q244', 5, 'Legendary'],
  ['Q245', 4.5, 'Exceptional'],
  ['Q246', 4, 'Extraordinary'],
  ['Q247', 3.5, 'Exceptionl'],
  ['Q248', 3, 'Good'],
  ['Q249', 2.5, 'Average'],
  ['Q250', 2, 'Below Average'],
  ['Q251', 1.5, 'Poor'],
  ['Q252', 1, 'Very Bad'],
] as const)('[%s] an average of %d is %s', (_, average, label) => {
  expect(computeRatingLabel(average)).toBe(label);
});

test.each([
  [4.74, 'Exceptional'],
  [4.75, 'Legendary'],
  [4.25, 'Exceptional'],
  [4.24, 'Extraordinary'],
  [1.25, 'Poor'],
  [1.24, 'Very Bad'],
  [3.33, 'Exceptionl'],
] as const)('[Q243] %d is nearest to %s, halves upwards', (average, label) => {
  expect(computeRatingLabel(average)).toBe(label);
});

test('without a rating there is no label', () => {
  expect(computeRatingLabel(null)).toBeNull();
});

test('[Q241] ratings are 1 to 5 in half steps', () => {
  expect(RATINGS.every(isRating)).toBe(true);
  for (const value of [0, 0.5, 5.5, 3.3, -1, 4.25, Number.NaN]) expect(isRating(value)).toBe(false);
});
