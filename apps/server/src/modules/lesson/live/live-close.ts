import { liveClose } from '@classwright/contract';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { getStaffLesson } from './access.ts';
import { auditTakeover } from './audit.ts';
import { changeSession, type TransitionContext } from './transition.ts';

/** Cancels the running session: its answers are kept but count in no figure, and the assessment can run again. */
export function implementLiveClose(dependencies: TransitionContext): Implementation {
  return implement(liveClose, async ({ tx, input, actor, requestId }) => {
    const lesson = await getStaffLesson(tx, actor, input.id);
    await changeSession(dependencies, tx, { assessmentId: lesson.assessmentId, actorId: actor.accountId }, { type: 'cancel' });
    await auditTakeover(tx, actor, lesson, { action: liveClose.name, requestId });
    return {};
  });
}
