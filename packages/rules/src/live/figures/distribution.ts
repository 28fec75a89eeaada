import { LIVE_LIMITS } from '../../limits.ts';
import { roundHalfAway } from '../../round.ts';
import type { Form } from '../forms.ts';
import type { FigurePost } from './posts.ts';

/** How a form was answered. `answered` is the sum of the counts. */
export interface Distribution {
  form: Form;
  answered: number;
  /** Students logged in to the session. */
  of: number;
  counts: { response_id: number; count: number }[];
}

/** The staff's figures of a form. */
export interface Tally extends Distribution {
  /** Of `answered`, those who chose a valid response. */
  right: number;
  /** Students of the class. */
  students: number;
}

/** Counts of a form's answers, one for each response of its question in the given order, zeros included (LIVE-43). */
export function computeDistribution(form: Form, posts: readonly FigurePost[], responses: readonly { id: number }[], loggedIn: number): Distribution {
  const counts = responses.map(({ id }) => ({ response_id: id, count: posts.filter((post) => post.form === form && post.response_id === id).length }));
  return { form, answered: sum(counts.map(({ count }) => count)), of: loggedIn, counts };
}

/** The distribution with how many are right, and the size of the class (LIVE-43). */
export function computeTally(
  form: Form,
  posts: readonly FigurePost[],
  responses: readonly { id: number; is_valid: boolean }[],
  loggedIn: number,
  students: number,
): Tally {
  const distribution = computeDistribution(form, posts, responses, loggedIn);
  const valid = new Set(responses.filter((response) => response.is_valid).map(({ id }) => id));
  return { ...distribution, right: sum(distribution.counts.map(({ response_id, count }) => (valid.has(response_id) ? count : 0))), students };
}

/** Share of right answers, 0 to 1, unrounded; null while nobody has answered. */
export function computeShareRight({ answered, right }: Pick<Tally, 'answered' | 'right'>): number | null {
  return answered > 0 ? right / answered : null;
}

export type NextStepHint = 'explain' | 'discuss' | 'go-on';

/**
 * What the share of right answers suggests: below 35 % explain first, from 35 to 70 % discuss, above go on; null while
 * nobody has answered. Goes by the whole percent that screens show, so that figure and hint never contradict (LIVE-44).
 */
export function computeHint(shareRight: number | null): NextStepHint | null {
  if (shareRight === null) return null;
  const percent = computePercent(shareRight);
  if (percent < LIVE_LIMITS.discussFromPercent) return 'explain';
  return percent <= LIVE_LIMITS.discussToPercent ? 'discuss' : 'go-on';
}

/** A share from 0 to 1 in whole percent, half away from zero. */
export function computePercent(share: number): number {
  return roundHalfAway(share * 100, 0);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
