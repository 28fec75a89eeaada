import { liveAdjustTime, liveStatus, liveReveal, liveClose, liveEnd, livePhaseClose } from '@classwright/contract';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { getStaffLesson } from './access.ts';
import { auditTakeover } from './audit.ts';
import { getRunningSession, STAFF, viewOf } from './session-view.ts';
import { changeSession, type TransitionContext } from './transition.ts';
import { loadStepView } from './present-step.ts';

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

/**
 * Closes the open form now, as its deadline would (LIVE-69). The form is named, so if two teachers press
 * simultaneously, the second closes no other one.
 */
export function implementLivePhaseClose(dependencies: TransitionContext): Implementation {
  return implement(livePhaseClose, async ({ tx, input, actor, requestId }) => {
    const lesson = await getStaffLesson(tx, actor, input.assessment_id);
    const place = { assessmentId: lesson.assessmentId, actorId: actor.accountId, epoch: input.epoch };
    await changeSession(dependencies, tx, place, { type: 'close', form: input.form });
    await auditTakeover(tx, actor, lesson, { action: livePhaseClose.name, after: { form: input.form }, requestId });
    return { session: viewOf(await getRunningSession(tx, lesson.assessmentId), STAFF) };
  });
}

/** Finishes the lesson before its last form (LIVE-71). */
export function implementLiveEnd(dependencies: TransitionContext): Implementation {
  return implement(liveEnd, async ({ tx, input, actor, requestId }) => {
    const lesson = await getStaffLesson(tx, actor, input.assessment_id);
    const place = { assessmentId: lesson.assessmentId, actorId: actor.accountId, epoch: input.epoch };
    await changeSession(dependencies, tx, place, { type: 'end', form: input.form });
    await auditTakeover(tx, actor, lesson, { action: liveEnd.name, after: { form: input.form }, requestId });
    return loadStepView(dependencies, tx, actor, lesson.assessmentId);
  });
}

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

/** Cancels the running session: its answers are kept but count in no figure, and the assessment can run again. */
export function implementLiveClose(dependencies: TransitionContext): Implementation {
  return implement(liveClose, async ({ tx, input, actor, requestId }) => {
    const lesson = await getStaffLesson(tx, actor, input.id);
    await changeSession(dependencies, tx, { assessmentId: lesson.assessmentId, actorId: actor.accountId }, { type: 'cancel' });
    await auditTakeover(tx, actor, lesson, { action: liveClose.name, requestId });
    return {};
  });
}
