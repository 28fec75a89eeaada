import { liveElapsedTime } from '@classwright/contract';
import { computeQuestionPosition, computeRemainingSeconds } from '@classwright/rules/live';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { getMemberLesson } from './access.ts';
import type { SessionQuestions } from './questions.ts';
import { deadlineMsOf, getRunningSession, readerOf, viewOf } from './session-view.ts';

/** Returns the time remaining in the form opened last, by the server's clock; nothing once it has closed. */
export function implementLiveElapsedTime({ questions }: { questions: SessionQuestions }): Implementation {
  return implement(liveElapsedTime, async ({ tx, input, actor }) => {
    const lesson = await getMemberLesson(tx, actor, input.assessment_id);
    const loaded = await getRunningSession(tx, lesson.assessmentId);
    const session = viewOf(loaded, readerOf(lesson, actor.accountId));
    const left = computeRemainingSeconds(deadlineMsOf(session), loaded.now.getTime());
    const { version } = await questions.get(tx, session.id, computeQuestionPosition(session.form));
    const minutes = Math.floor(left / 60);
    return { minuites: minutes, minutes, seconds: left % 60, question_id: version.question_id, session };
  });
}
