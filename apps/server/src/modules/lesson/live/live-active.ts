import { liveActive } from '@classwright/contract';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import type { FileLinks } from '../../school/files/index.ts';
import { getStudentLesson } from './access.ts';
import { loadActiveQuestion, toActiveLessonView, toOwnStandingView } from './active-view.ts';
import { getStanding, listLate } from './answers/queries.ts';
import { getOwnPostView } from './posts/own-post.ts';
import type { SessionQuestions } from './questions.ts';
import { getRunningSession } from './session-view.ts';

/**
 * Returns where a student is in the running lesson: the question of the form opened last, the time left, and the
 * student's post and draft. Runs four short queries for any class size, since a whole class asks simultaneously.
 */
export function implementLiveActive(dependencies: { questions: SessionQuestions; fileLinks: FileLinks }): Implementation {
  return implement(liveActive, async ({ tx, input, actor }) => {
    const lesson = await getStudentLesson(tx, actor, input.assessment_id);
    const loaded = await getRunningSession(tx, lesson.assessmentId);
    const { session } = loaded;
    const phase = loaded.phases.at(-1)!; // a running session has one
    const question = await loadActiveQuestion(dependencies, tx, loaded, actor.accountId);
    const { draft, post, logged_in_at } = await getStanding(tx, session.id, phase.id, actor.accountId);
    const own = {
      draft,
      logged_in_at,
      post: post && (await getOwnPostView(dependencies, tx, session, post.id, actor.accountId)),
      late: await listLate(tx, session.id, actor.accountId),
    };
    return { ...toActiveLessonView(lesson, loaded, question, actor.accountId), ...toOwnStandingView(own, phase.form) };
  });
}
