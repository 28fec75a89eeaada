import { liveStatus } from '@classwright/contract';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { getStaffLesson } from './access.ts';
import { auditTakeover } from './audit.ts';
import { loadStepView } from './present-step.ts';
import { changeSession, type TransitionContext } from './transition.ts';

/**
 * Re-Assign, Next or Finish. The step is named, so if two teachers press simultaneously, the second gets
 * STEP_NOT_ALLOWED instead of skipping a form.
 */
export function implementLiveStatus(dependencies: TransitionContext): Implementation {
  return implement(liveStatus, async ({ tx, input, actor, requestId }) => {
    const lesson = await getStaffLesson(tx, actor, input.id);
    await changeSession(
      dependencies,
      tx,
      { assessmentId: lesson.assessmentId, actorId: actor.accountId },
      { type: 'step', step: input.type, minutes: input.type === 'finished' ? undefined : input.time },
    );
    await auditTakeover(tx, actor, lesson, { action: liveStatus.name, after: { type: input.type }, requestId });
    return loadStepView(dependencies, tx, actor, lesson.assessmentId);
  });
}
