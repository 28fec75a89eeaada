import type { CallResult } from '@classwright/contract/core/endpoint';
import type { liveJoin, liveRunning } from '@classwright/contract/lesson/live/calls';
import { isApiError } from '../../base/api.ts';

/** The screen that opening the page leads to. */
export type Landing =
  | { to: 'lesson' }
  | { to: 'other-lesson'; assessmentId: number }
  /** The first of these with a summary; Home if none has one. */
  | { to: 'summary'; of: readonly number[] }
  | { to: 'failure'; problem: unknown };

type Joined = Pick<CallResult<typeof liveJoin>, 'running'>;
type Running = Pick<CallResult<typeof liveRunning>, 'assessment_id' | 'last'>;

/**
 * Decides from the result of joining the address's lesson (null: the address names none) and, if there is no such
 * lesson, from the lesson that runs for this student. A running lesson wins, the newest if there are two; after that an
 * ended one is shown.
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

/** Checks whether this lesson is not running for this student, or does not exist. */
export function isNotRunning(problem: unknown): boolean {
  return isApiError(problem, 'SESSION_NOT_RUNNING', 'ASSESSMENT_NOT_FOUND');
}
