import { liveAdjustTime } from '@classwright/contract';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { getStaffLesson } from './access.ts';
import { auditTakeover } from './audit.ts';
import { getRunningSession, STAFF, viewOf } from './session-view.ts';
import { changeSession, type TransitionContext } from './transition.ts';

/** Gives the running form more or less time; removing more than remains leaves only the grace. */
export function implementLiveAdjustTime(dependencies: TransitionContext): Implementation {
  return implement(liveAdjustTime, async ({ tx, input, actor, requestId }) => {
    const lesson = await getStaffLesson(tx, actor, input.assessment_id);
    await changeSession(
      dependencies,
      tx,
      { assessmentId: lesson.assessmentId, actorId: actor.accountId },
      { type: 'adjust-time', adjustment: input.type, minutes: input.time },
    );
    await auditTakeover(tx, actor, lesson, { action: liveAdjustTime.name, after: { type: input.type, time: input.time }, requestId });
    return { session: viewOf(await getRunningSession(tx, lesson.assessmentId), STAFF) };
  });
}
