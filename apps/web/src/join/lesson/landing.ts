import type { CallResult } from '@classwright/contract/core/endpoint';
import type { liveRunning } from '@classwright/contract/live';
import { isApiError } from '../../base/api.ts';

/** Where opening the page leads. */
export type Landing =
  | { to: 'lesson' }
  | { to: 'other-lesson'; assessmentId: number }
  /** The first of these that has a summary; none has one: home. */
  | { to: 'summary'; of: readonly number[] }
  | { to: 'failure'; problem: unknown };

type Running = Pick<CallResult<typeof liveRunning>, 'assessment_id' | 'last'>;

/**
 * Decides from two answers: which lesson runs for this student, and where the student stands in the one of the address
 * (null: the address names none). A running lesson wins, the newest if there are two; then what is over is shown.
 */
export function decideLanding(assessmentId: number | null, running: PromiseSettledResult<Running>, standing: PromiseSettledResult<unknown> | null): Landing {
  const now = running.status === 'fulfilled' ? running.value.assessment_id : null;
  if (now !== null && now !== assessmentId) return { to: 'other-lesson', assessmentId: now };
  if (standing?.status === 'fulfilled') return { to: 'lesson' };
  const problem: unknown = standing?.reason;
  if (standing && !isNotRunning(problem)) return { to: 'failure', problem };
  if (running.status === 'rejected') return { to: 'failure', problem: running.reason };
  if (now !== null) return { to: 'failure', problem }; // it began or ended between the two answers
  const last = running.value.last?.assessment_id;
  return { to: 'summary', of: [...new Set([assessmentId, last])].filter((id) => typeof id === 'number') };
}

/** This lesson does not run for this student, whether it exists or not. */
export function isNotRunning(problem: unknown): boolean {
  return isApiError(problem, 'SESSION_NOT_RUNNING', 'ASSESSMENT_NOT_FOUND');
}
