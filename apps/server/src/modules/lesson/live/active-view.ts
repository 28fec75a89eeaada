import type { CallResult, DraftView, liveActive, PostView, RevealedQuestionView } from '@classwright/contract';
import { canKnowCorrectness, computeQuestionPosition, computeRemaining } from '@classwright/rules/live';
import type { Db } from '../../../platform/database/index.ts';
import type { FileLinks } from '../../school/files/index.ts';
import { toRevealedQuestionView, toStudentQuestionView } from '../../bank/questions/index.ts';
import type { Lesson } from './access.ts';
import type { LateRow, Standing } from './answers/queries.ts';
import type { SessionQuestions } from './questions.ts';
import { deadlineMsOf, type LoadedSession, viewOf } from './session-view.ts';

export type ActiveView = Omit<CallResult<typeof liveActive>, 'status'>;

/** The student's own part of the response about the running lesson. */
export interface OwnStanding {
  draft: Standing['draft'];
  logged_in_at: Date | null;
  post: PostView | null;
  late: readonly LateRow[];
}

/**
 * Loads the question of the form opened last as a student may see it now, or, without a student, as students with no
 * time of their own left may see it.
 */
export async function loadActiveQuestion(
  { questions, fileLinks }: { questions: SessionQuestions; fileLinks: FileLinks },
  db: Db,
  loaded: LoadedSession,
  studentId = 0,
): Promise<RevealedQuestionView> {
  const { form } = loaded.phases.at(-1)!; // a session that has started has one
  const { version } = await questions.get(db, loaded.session.id, computeQuestionPosition(form));
  const isRightKnown = canKnowCorrectness(loaded.state, form, { role: 'student', account_id: studentId, answered: [] });
  return (isRightKnown ? toRevealedQuestionView : toStudentQuestionView)(version, fileLinks.at(loaded.now));
}

/** Builds the view of the running lesson with the student's own deadline. */
export function toActiveLessonView(
  lesson: Lesson,
  loaded: LoadedSession,
  question: RevealedQuestionView,
  studentId: number,
): Pick<ActiveView, 'assessment' | 'time' | 'session'> {
  const session = viewOf(loaded, { studentId });
  return {
    assessment: {
      id: lesson.assessmentId,
      title: lesson.title,
      class_id: loaded.session.course_id,
      class_name: lesson.courseName,
      teacher_name: lesson.teacherName,
      questions: [question],
    },
    time: computeRemaining(deadlineMsOf(session), loaded.now.getTime()),
    session,
  };
}

/** Builds the part of the view that differs between students. */
export function toOwnStandingView(
  { draft, logged_in_at, post, late }: OwnStanding,
  form: DraftView['form'],
): Pick<ActiveView, 'post_response' | 'draft' | 'late' | 'logged_in_at'> {
  return {
    post_response: post,
    draft: draft && {
      form,
      revision: draft.revision,
      response_id: draft.response_id,
      comment: draft.comment,
      ...(draft.confidence && { confidence: draft.confidence }),
      saved_at: draft.saved_at.toISOString(),
    },
    late: late.map((one) => ({ ...one, received_at: one.received_at.toISOString() })),
    logged_in_at: logged_in_at?.toISOString() ?? null,
  };
}
