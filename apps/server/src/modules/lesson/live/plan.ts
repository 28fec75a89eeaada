import { livePlanUpdate } from '@classwright/contract';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { refuseArchivedClass } from '../../class/classes/index.ts';
import { getStaffLesson } from './access.ts';
import { auditTakeover } from './audit.ts';
import { lockAssessment, savePlan } from './queries.ts';
import { loadSession, toPlanView } from './session-view.ts';
import { changeSession, type TransitionContext } from './transition.ts';

/**
 * Sets the plan of a class (LIVE-109). While a run of the lesson goes on, its moment changes too, between two forms;
 * names never change within a run (LIVE-111). The assessment is locked, so that a start either has the new plan or comes
 * before it.
 */
export function implementLivePlanUpdate(dependencies: TransitionContext): Implementation {
  return implement(livePlanUpdate, async ({ tx, input, actor, requestId }) => {
    const { assessment_id, ...plan } = input;
    await lockAssessment(tx, assessment_id);
    const lesson = await getStaffLesson(tx, actor, assessment_id);
    if (lesson.courseId === null) throw appError('ASSESSMENT_WITHOUT_CLASS');
    if (lesson.status === 'finished') throw appError('ASSESSMENT_FINISHED');
    const loaded = await loadSession(tx, { currentOf: lesson.assessmentId });
    if (loaded?.session.state === 'running') {
      if (loaded.session.with_names !== plan.with_names) throw appError('PLAN_FIXED');
      const step = { type: 'set-plan', showsAnswers: plan.shows_answers } as const;
      await changeSession(dependencies, tx, { assessmentId: lesson.assessmentId, actorId: actor.accountId }, step);
    } else await refuseArchivedClass(tx, lesson.courseId);
    await savePlan(tx, lesson.courseId, plan);
    await auditTakeover(tx, actor, lesson, { action: livePlanUpdate.name, after: plan, requestId });
    return { plan: toPlanView(plan) };
  });
}
