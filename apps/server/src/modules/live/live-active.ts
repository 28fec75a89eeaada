import { liveActive } from '@classwright/contract';
import { canKnowCorrectness, computeQuestionPosition, computeRemaining } from '@classwright/rules/live';
import { implement, type Implementation } from '../../platform/http/index.ts';
import { getStudentLesson } from './access.ts';
import { getStanding, listLate } from './answers/queries.ts';
import type { FileLinks } from '../files/index.ts';
import { toRevealedQuestionView, toStudentQuestionView } from '../questions/index.ts';
import { getOwnPostView } from './posts/own-post.ts';
import type { SessionQuestions } from './questions.ts';
import { deadlineMsFor, getRunningSession, STUDENT, viewOf } from './session-view.ts';

/**
 * Where a student stands in the running lesson: the question of the form opened last, the time that is left, what the
 * server has of the student. Four short queries, however large the class: a whole class asks at once.
 */
export function implementLiveActive(dependencies: { questions: SessionQuestions; fileLinks: FileLinks }): Implementation {
  const { questions, fileLinks } = dependencies;
  return implement(liveActive, async ({ tx, input, actor }) => {
    const lesson = await getStudentLesson(tx, actor, input.assessment_id);
    const loaded = await getRunningSession(tx, lesson.assessmentId);
    const session = viewOf(loaded, STUDENT);
    const phase = loaded.phases.at(-1)!; // a running session has one
    const { version } = await questions.get(tx, session.id, computeQuestionPosition(session.form));
    const { draft, post, logged_in_at } = await getStanding(tx, session.id, phase.id, actor.accountId);
    const isRightKnown = canKnowCorrectness(loaded.state, session.form, { role: 'student', account_id: actor.accountId, answered: [] });
    return {
      assessment: {
        id: lesson.assessmentId,
        title: lesson.title,
        class_id: loaded.session.course_id,
        class_name: lesson.courseName,
        teacher_name: lesson.teacherName,
        questions: [(isRightKnown ? toRevealedQuestionView : toStudentQuestionView)(version, fileLinks.at(loaded.now))],
      },
      time: computeRemaining(session.phase_open ? deadlineMsFor({ deadlineAtMs: phase.deadline_at.getTime() }, STUDENT) : 0, loaded.now.getTime()),
      post_response: post && (await getOwnPostView(dependencies, tx, loaded.session, post.id, actor.accountId)),
      draft: draft && {
        form: session.form,
        revision: draft.revision,
        response_id: draft.response_id,
        comment: draft.comment,
        saved_at: draft.saved_at.toISOString(),
      },
      late: (await listLate(tx, session.id, actor.accountId)).map((late) => ({ ...late, received_at: late.received_at.toISOString() })),
      session,
      logged_in_at: logged_in_at?.toISOString() ?? null,
    };
  });
}
