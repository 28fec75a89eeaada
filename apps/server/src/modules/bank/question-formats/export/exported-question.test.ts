import { expect, test } from 'vitest';
import { bestOf, type ExportedQuestion } from './exported-question.ts';

test.each([
  [[2, null, 1], 2],
  [[null, 0.5], 0.5],
  [[null, null], 0],
  [[], 0],
])('[B3047] of points %j the best is %d: a response without points has none', (points, best) => {
  const responses = points.map((sub_grade) => ({ sub_grade })) as ExportedQuestion['responses'];
  expect(bestOf({ responses } as ExportedQuestion)).toBe(best);
});
