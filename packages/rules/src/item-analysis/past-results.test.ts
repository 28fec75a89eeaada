import { expect, test } from 'vitest';
import { computeHint } from '../live/figures.ts';
import { PAST_RESULT_RANGES } from './past-results.ts';

test('a question is found under the hint that its share right gives in a lesson', () => {
  for (let thousandths = 0; thousandths <= 1000; thousandths += 1) {
    const share = thousandths / 1000;
    const found = (['explain', 'discuss', 'go-on'] as const).filter((name) => {
      const range = PAST_RESULT_RANGES[name];
      return range !== null && (range.from === null || share >= range.from) && (range.below === null || share < range.below);
    });
    expect(found, String(share)).toEqual([computeHint(share)]);
  }
});
