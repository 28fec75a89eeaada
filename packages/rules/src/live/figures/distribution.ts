import { LIVE_LIMITS } from '../../limits.ts';
import { roundHalfAway } from '../../round.ts';
import type { Form } from '../forms.ts';
import type { FigurePost } from './posts.ts';

/** The distribution of a form's answers. `answered` is the sum of the counts. */
export interface Distribution {
  form: Form;
  answered: number;
  /** The number of students logged in to the session. */
  of: number;
  counts: { response_id: number; count: number }[];
}

/** The staff's figures of a form. */
export interface Tally extends Distribution {
  /** The number of `answered` who chose a valid response. */
  right: number;
  /** The number of students of the class. */
  students: number;
}

/**
 * Counts a form's answers, one number for each response of its question in the given order, zeros included (LIVE-43).
 */
export function computeDistribution(form: Form, posts: readonly FigurePost[], responses: readonly { id: number }[], loggedIn: number): Distribution {
  const counts = responses.map(({ id }) => ({ response_id: id, count: posts.filter((post) => post.form === form && post.response_id === id).length }));
  return { form, answered: sum(counts.map(({ count }) => count)), of: loggedIn, counts };
}

/** Returns the distribution with the number of right answers, and the size of the class (LIVE-43). */
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

/** Returns the share of right answers, 0 to 1, unrounded; null while nobody has answered. */
export function computeShareRight({ answered, right }: Pick<Tally, 'answered' | 'right'>): number | null {
  return answered > 0 ? right / answered : null;
}

export type NextStepHint = 'explain' | 'discuss' | 'go-on';

/**
 * Returns the hint for the share of right answers: below 35% explain first, from 35 to 70% discuss, above go on; null
 * while nobody has answered. It uses the whole percent that screens show, so that figure and hint never contradict each
 * other (LIVE-44).
 */
export function computeHint(shareRight: number | null): NextStepHint | null {
  if (shareRight === null) return null;
  const percent = computePercent(shareRight);
  if (percent < LIVE_LIMITS.discussFromPercent) return 'explain';
  return percent <= LIVE_LIMITS.discussToPercent ? 'discuss' : 'go-on';
}

/** Returns a share from 0 to 1 in whole percent, half away from zero. */
export function computePercent(share: number): number {
  return roundHalfAway(share * 100, 0);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
