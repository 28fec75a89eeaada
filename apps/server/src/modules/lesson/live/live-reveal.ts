import { liveReveal } from '@classwright/contract';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { getStaffLesson } from './access.ts';
import { auditTakeover } from './audit.ts';
import { getRunningSession, STAFF, viewOf } from './session-view.ts';
import { changeSession, type TransitionContext } from './transition.ts';

/** Shows the class the distribution of a form or its correct responses. */
export function implementLiveReveal(dependencies: TransitionContext): Implementation {
  return implement(liveReveal, async ({ tx, input, actor, requestId }) => {
    const lesson = await getStaffLesson(tx, actor, input.assessment_id);
    await changeSession(
      dependencies,
      tx,
      { assessmentId: lesson.assessmentId, actorId: actor.accountId },
      { type: 'reveal', form: input.form, what: input.what },
    );
    await auditTakeover(tx, actor, lesson, { action: liveReveal.name, after: { form: input.form, what: input.what }, requestId });
    return { session: viewOf(await getRunningSession(tx, lesson.assessmentId), STAFF) };
  });
}
