import { liveStudentLogin } from '@classwright/contract';
import { appNow } from '../../platform/clock.ts';
import { appError } from '../../platform/errors.ts';
import { implement, type Implementation } from '../../platform/http/index.ts';
import { getStudentLesson } from './access.ts';
import { ensureLogin } from './answers/arrival.ts';
import { getLogin } from './answers/queries.ts';
import type { LessonEvents } from './events.ts';
import { lockRunningSessionShared } from './queries.ts';

/** Records that a student is in the lesson; only the first time counts. */
export function implementLiveStudentLogin(dependencies: { events: LessonEvents }): Implementation {
  return implement(liveStudentLogin, async ({ tx, input, actor }) => {
    const lesson = await getStudentLesson(tx, actor, input.assessment_id);
    const session = await lockRunningSessionShared(tx, lesson.assessmentId);
    if (!session) throw appError('SESSION_NOT_RUNNING');
    await ensureLogin(tx, dependencies, session, actor.accountId, await appNow(tx));
    return { assessment_id: lesson.assessmentId, logged_in_at: (await getLogin(tx, session.id, actor.accountId)).toISOString() };
  });
}
