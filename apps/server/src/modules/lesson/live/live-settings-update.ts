import { liveSettingsUpdate } from '@classwright/contract';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { getStaffLesson } from './access.ts';
import { auditTakeover } from './audit.ts';
import { changeSession, type TransitionContext } from './transition.ts';

/** Enables or disables commenting for students; repeating changes nothing. */
export function implementLiveSettingsUpdate(dependencies: TransitionContext): Implementation {
  return implement(liveSettingsUpdate, async ({ tx, input, actor, requestId }) => {
    const lesson = await getStaffLesson(tx, actor, input.assessment_id);
    await changeSession(
      dependencies,
      tx,
      { assessmentId: lesson.assessmentId, actorId: actor.accountId },
      { type: 'set-commenting', canComment: input.can_comment },
    );
    await auditTakeover(tx, actor, lesson, { action: liveSettingsUpdate.name, after: { can_comment: input.can_comment }, requestId });
    return { settings: { can_comment: input.can_comment } };
  });
}
