import { describe, expect, test } from 'vitest';
import type { ItemCounts } from '../item-analysis/item-analysis.ts';
import { addItemCounts } from '../item-analysis/item-analysis.ts';
import { computeDifference, judgeQuestion, LESSONS_TO_JUDGE } from './question-worth.ts';

/** Returns draws between 0 and 1, always the same ones. */
function createDraws(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

const counts = (given: Partial<ItemCounts>): ItemCounts => ({ ...addItemCounts([]), ...given });
/** Halves of 75, of whom these many were right. */
const halves = (strong_right: number, weak_right: number) => ({ strong_answered: 75, strong_right, weak_answered: 75, weak_right });
const usual = counts({ answered_first: 150, right_first: 78, ...halves(52, 26), kept_right: 70, wrong_to_right: 40, right_to_wrong: 8, kept_wrong: 32 });

describe('[B2483] one word says how good a question is', () => {
  test('fewer than five lessons say nothing', () => {
    expect(judgeQuestion(usual, LESSONS_TO_JUDGE - 1, [])).toBeNull();
    expect(judgeQuestion(usual, LESSONS_TO_JUDGE, [])?.worth).toBe('keep');
  });

  test('the key is doubtful when the weaker half is right more often, beyond chance', () => {
    const few = { strong_answered: 5, strong_right: 1, weak_answered: 5, weak_right: 3 };
    expect(judgeQuestion({ ...usual, ...few }, 5, [])?.worth).toBe('keep');
    expect(judgeQuestion({ ...usual, ...halves(20, 50) }, 5, [])?.worth).toBe('key-doubtful');
  });

  test('the key is doubtful when the stronger half prefers one wrong response', () => {
    expect(judgeQuestion({ ...usual, ...halves(20, 15) }, 5, [{ first_strong: 50, first_weak: 20 }])?.worth).toBe('key-doubtful');
    expect(judgeQuestion({ ...usual, ...halves(35, 15) }, 5, [{ first_strong: 40, first_weak: 20 }])?.worth).toBe('keep');
  });

  test('it is asked earlier when more than 80% know it alone', () => {
    expect(judgeQuestion({ ...usual, right_first: 140, ...halves(74, 66) }, 5, [])?.worth).toBe('ask-earlier');
    expect(judgeQuestion({ ...usual, right_first: 124, ...halves(66, 58) }, 5, [])?.worth).toBe('keep');
  });

  test('it is split when hardly anybody is right alone, and talking moves hardly anybody', () => {
    const hard = { ...usual, right_first: 15, ...halves(9, 6) };
    expect(judgeQuestion({ ...hard, kept_right: 8, wrong_to_right: 8, right_to_wrong: 7, kept_wrong: 127 }, 5, [])?.worth).toBe('split');
    expect(judgeQuestion({ ...hard, kept_right: 8, wrong_to_right: 60, right_to_wrong: 7, kept_wrong: 75 }, 5, [])?.worth).toBe('keep');
  });

  test('figures carry their intervals, or are missing', () => {
    const judged = judgeQuestion(counts({ answered_first: 30, right_first: 19 }), 6, []);
    expect(judged?.share).toMatchObject({ value: 19 / 30 });
    expect([judged?.gain, judged?.transfer, judged?.discrimination, judged?.worth]).toEqual([null, null, null, 'keep']);
  });
});

test('the interval of a difference holds the true one in 93 to 98 of 100 drawn classes', () => {
  const draw = createDraws(7);
  for (const [high, low, of] of [
    [0.7, 0.4, 40],
    [0.5, 0.5, 25],
    [0.9, 0.6, 60],
  ] as const) {
    let held = 0;
    for (let round = 0; round < 3000; round += 1) {
      const some = (share: number) => Array.from({ length: of }, () => Number(draw() < share)).reduce((sum, one) => sum + one, 0);
      const { low: from, high: to } = computeDifference({ count: some(high), of }, { count: some(low), of })!;
      if (from <= high - low && high - low <= to) held += 1;
    }
    expect(held / 3000).toBeGreaterThan(0.93);
    expect(held / 3000).toBeLessThan(0.98);
  }
});
