import { liveStart } from '@classwright/contract';
import { decide, NOT_STARTED, type SessionState } from '@classwright/rules/live';
import { appNow } from '../../../platform/clock.ts';
import { isTakenAlready, type Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { freezeQuestions } from '../../class/assessments/index.ts';
import { refuseArchivedClass } from '../../class/classes/index.ts';
import { getStaffLesson, type Lesson } from './access.ts';
import { auditTakeover } from './audit.ts';
import { loadStepView } from './present-step.ts';
import { getPlan, insertSession, insertSessionQuestions, isClassBusy, listExtraTimes, listStudentIds, lockAssessment } from './queries.ts';
import { sessionStarted } from './session-finished.ts';
import { loadSession } from './session-view.ts';
import { applyEffects, startedKey, toFailure, type TransitionContext } from './transition.ts';

/**
 * Activate: starts a new run with its questions frozen and Form - 1A open, and notifies the class. The assessment is
 * locked, so that nobody can edit it; if two lessons of one class start simultaneously, the unique index of running
 * sessions admits only one.
 */
export function implementLiveStart(dependencies: TransitionContext): Implementation {
  return implement(liveStart, async ({ tx, input, actor, requestId }) => {
    await lockAssessment(tx, input.assessment_id);
    const lesson = await getStaffLesson(tx, actor, input.assessment_id);
    await refuseArchivedClass(tx, lesson.courseId);
    const courseId = lesson.isCourseActive ? lesson.courseId : null;

    const frozen = courseId === null ? [] : await freezeQuestions(tx, lesson.assessmentId);
    const classIsBusy = lesson.courseId !== null && (await isClassBusy(tx, lesson.courseId));
    const now = await appNow(tx);
    const extraTimes = courseId === null ? [] : await listExtraTimes(tx, courseId);
    const plan = courseId === null ? null : await getPlan(tx, courseId);
    const action = { type: 'activate', minutes: input.time, questionCount: frozen.length, classIsBusy, extraTimes } as const;
    const decision = decide(await lastRun(tx, lesson), action, now.getTime());
    if (!decision.ok) throw toFailure(decision);
    if (courseId === null || plan === null) throw appError('ASSESSMENT_INCOMPLETE');

    const session = await insertSession(tx, { assessmentId: lesson.assessmentId, courseId, startedBy: actor.accountId, now, plan }).catch((error: unknown) => {
      throw isTakenAlready(error) ? appError('SESSION_RUNNING') : error;
    });
    await insertSessionQuestions(tx, session.id, frozen);
    await sessionStarted.announce(tx, { sessionId: session.id });
    await applyEffects(dependencies, tx, { session, phases: [], extraTimes: [], now, actorId: actor.accountId, action }, decision.effects);
    const students = await listStudentIds(tx, courseId);
    dependencies.events.callStudents(tx, session, students);
    await dependencies.notifier.notify(tx, {
      kind: 'lesson-started',
      key: startedKey(session.id),
      accountIds: students,
      courseId,
      actorId: actor.accountId,
      params: { title: lesson.title },
      path: `/student-live-learning?assessment_id=${lesson.assessmentId}`,
    });
    await auditTakeover(tx, actor, lesson, { action: liveStart.name, after: { session_id: session.id, time: input.time }, requestId });
    return loadStepView(dependencies, tx, actor, lesson.assessmentId);
  });
}

/**
 * Returns the state of earlier runs that the rules need: if one is running or finished; canceled ones do not count.
 */
async function lastRun(tx: Tx, lesson: Lesson): Promise<SessionState> {
  const loaded = await loadSession(tx, { currentOf: lesson.assessmentId });
  if (loaded) return loaded.state;
  return lesson.status === 'finished' ? { ...NOT_STARTED, state: 'finished' } : NOT_STARTED;
}
