/** The days after which the idea of a lesson is asked again, by the school's calendar (LIVE-118). */
export const REVIEW_DAYS = { first: 7, second: 21, leastBetween: 7, open: 14, later: 1 } as const;

/** The number that a student answers in a week, in all classes together. */
export const MAX_REVIEWS_PER_WEEK = 2;

/**
 * Returns the date of the second question: three weeks after the lesson, and a week after the first one was answered,
 * the later of the two. Dates are `YYYY-MM-DD`.
 */
export function computeSecondDueOn(finishedOn: string, answeredOn: string): string {
  const [third, next] = [addDays(finishedOn, REVIEW_DAYS.second), addDays(answeredOn, REVIEW_DAYS.leastBetween)];
  return third > next ? third : next;
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

/** A question that is asked again, for one student. Instants are epoch milliseconds. */
export interface ReviewState {
  dueAtMs: number;
  endsAtMs: number;
  /** The response that the student has chosen, or null. */
  chosen: number | null;
}

export type ReviewDecision = { ok: true; outcome: 'accepted' | 'repeated' } | { ok: false; refused: 'REVIEW_NOT_FOUND' | 'REVIEW_ENDED' | 'ALREADY_ANSWERED' };

/** Decides about an answer to a question that is asked again (LIVE-119): it counts once, while the question is open. */
export function decideReview({ dueAtMs, endsAtMs, chosen }: ReviewState, responseId: number, nowMs: number): ReviewDecision {
  if (chosen !== null) return chosen === responseId ? { ok: true, outcome: 'repeated' } : { ok: false, refused: 'ALREADY_ANSWERED' };
  if (nowMs < dueAtMs) return { ok: false, refused: 'REVIEW_NOT_FOUND' };
  return nowMs < endsAtMs ? { ok: true, outcome: 'accepted' } : { ok: false, refused: 'REVIEW_ENDED' };
}
