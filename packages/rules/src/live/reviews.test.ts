import fc from 'fast-check';
import { expect, test } from 'vitest';
import { computeSecondDueOn, decideReview, REVIEW_DAYS } from './reviews.ts';

test('[B2233] [LIVE-118] the second question comes three weeks after the lesson, or a week after a late first answer', () => {
  expect(computeSecondDueOn('2027-03-01', '2027-03-08')).toBe('2027-03-22');
  expect(computeSecondDueOn('2027-03-01', '2027-03-20')).toBe('2027-03-27');
  expect(computeSecondDueOn('2028-02-25', '2028-03-03')).toBe('2028-03-17');
});

test('[LIVE-118] it never comes before three weeks, and never within a week of the first answer', () => {
  const day = 86_400_000;
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 0, max: 40 }), (start, after) => {
      const on = (days: number) => new Date((start + days) * day).toISOString().slice(0, 10);
      const due = computeSecondDueOn(on(0), on(after));
      expect(due >= on(REVIEW_DAYS.second) && due >= on(after + REVIEW_DAYS.leastBetween)).toBe(true);
      expect([on(REVIEW_DAYS.second), on(after + REVIEW_DAYS.leastBetween)]).toContain(due);
    }),
  );
});

test('[B2234] [LIVE-119] an answer counts once, from the due instant until the end, and a repeat of it changes nothing', () => {
  const review = { dueAtMs: 1_000, endsAtMs: 2_000, chosen: null };
  expect(decideReview(review, 5, 999)).toEqual({ ok: false, refused: 'REVIEW_NOT_FOUND' });
  expect(decideReview(review, 5, 1_000)).toEqual({ ok: true, outcome: 'accepted' });
  expect(decideReview(review, 5, 1_999)).toEqual({ ok: true, outcome: 'accepted' });
  expect(decideReview(review, 5, 2_000)).toEqual({ ok: false, refused: 'REVIEW_ENDED' });
  expect(decideReview({ ...review, chosen: 5 }, 5, 9_000)).toEqual({ ok: true, outcome: 'repeated' });
  expect(decideReview({ ...review, chosen: 5 }, 6, 1_500)).toEqual({ ok: false, refused: 'ALREADY_ANSWERED' });
});
