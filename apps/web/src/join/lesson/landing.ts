import type { CallResult } from '@classwright/contract/core/endpoint';
import type { liveJoin, liveRunning } from '@classwright/contract/lesson/live/calls';
import { isApiError } from '../../base/api.ts';

/** Where opening the page leads. */
export type Landing =
  | { to: 'lesson' }
  | { to: 'other-lesson'; assessmentId: number }
  /** The first of these that has a summary; none has one: home. */
  | { to: 'summary'; of: readonly number[] }
  | { to: 'failure'; problem: unknown };

type Joined = Pick<CallResult<typeof liveJoin>, 'running'>;
type Running = Pick<CallResult<typeof liveRunning>, 'assessment_id' | 'last'>;

/**
 * Decides from what joining the lesson of the address came to (null: the address names none) and, where there is no such
 * lesson, from which one runs for this student. A running lesson wins, the newest if there are two; then what is over is
 * shown.
 */
export function decideLanding(
  assessmentId: number | null,
  joined: PromiseSettledResult<Joined> | null,
  running: PromiseSettledResult<Running> | null,
): Landing {
  if (joined?.status === 'fulfilled') return joined.value.running ? { to: 'other-lesson', assessmentId: joined.value.running.id } : { to: 'lesson' };
  const problem: unknown = joined?.reason;
  if (running?.status !== 'fulfilled') return { to: 'failure', problem: running?.reason ?? problem };
  const now = running.value.assessment_id;
  if (now !== null && now !== assessmentId) return { to: 'other-lesson', assessmentId: now };
  if (now !== null) return { to: 'failure', problem }; // it began or ended between the two answers
  const last = running.value.last?.assessment_id;
  return { to: 'summary', of: [...new Set([assessmentId, last])].filter((id) => typeof id === 'number') };
}

/** This lesson does not run for this student, whether it exists or not. */
export function isNotRunning(problem: unknown): boolean {
  return isApiError(problem, 'SESSION_NOT_RUNNING', 'ASSESSMENT_NOT_FOUND');
}
