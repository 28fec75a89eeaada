import { liveRunning } from '@classwright/contract';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { findLastFinished, findRunningOfStudent } from './running-queries.ts';
import { toRunningView } from './running-view.ts';

/**
 * Returns a student's current lesson: the newest running one of their classes, otherwise the last one they took part
 * in.
 */
export function implementLiveRunning(): Implementation {
  return implement(liveRunning, async ({ tx, actor }) => {
    const running = await findRunningOfStudent(tx, actor.accountId);
    const last = await findLastFinished(tx, actor.accountId);
    return {
      assessment_id: running?.assessment_id ?? null,
      assessment: running && toRunningView(running),
      last: last && { ...last, finished_at: last.finished_at.toISOString() },
    };
  });
}
