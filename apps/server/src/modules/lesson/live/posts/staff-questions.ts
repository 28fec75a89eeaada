import {
  liveAsk,
  liveNotes,
  liveQuestions,
  liveQuestionSettle,
  type OwnHiddenView,
  type OwnQuestionView,
  type QuestionToStaffView,
} from '@classwright/contract';
import { LIVE_LIMITS } from '@classwright/rules';
import { audit } from '../../../../platform/audit/index.ts';
import type { Db } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { fullName } from '../../../people/accounts/index.ts';
import { getStaffLesson, getStudentLesson } from '../access.ts';
import { getRunningSession, loadSession, type LoadedSession } from '../session-view.ts';
import { findText, type HiddenRow, listHiddenOf } from './audience-queries.ts';
import type { PostsContext } from './dependencies.ts';
import { findPostRef, lockSessionShared } from './queries.ts';
import { countQuestionsOf, findQuestion, insertQuestion, listQuestions, type QuestionRow, settleQuestion } from './staff-question-queries.ts';

/**
 * Sends the teacher a question in private while the lesson runs (LIVE-115), at the pace of comments. Nobody else reads it, and
 * its words are not censored: staff read what was written.
 */
export function implementLiveAsk({ events, pace }: PostsContext): Implementation {
  return implement(liveAsk, async ({ tx, input, actor }) => {
    pace.requirePatience(actor.accountId);
    const lesson = await getStudentLesson(tx, actor, input.assessment_id);
    const { session } = await getRunningSession(tx, lesson.assessmentId);
    await lockSessionShared(tx, session.id);
    await getRunningSession(tx, lesson.assessmentId); // it may have ended before the lock
    pace.takeRemark(actor.accountId, 'student');
    const count = LIVE_LIMITS.questionsToStaff;
    if ((await countQuestionsOf(tx, session.id, actor.accountId)) >= count) throw appError('QUESTIONS_USED_UP', { count });
    const row = await insertQuestion(tx, { session_id: session.id, account_id: actor.accountId, question: input.question });
    events.questionsChanged(tx, session);
    return { question: toOwnQuestionView(row) };
  });
}

/** Lists the questions of the run that counts, the oldest first; those that wait and those that were settled. */
export function implementLiveQuestions(): Implementation {
  return implement(liveQuestions, async ({ tx, input, actor }) => {
    const lesson = await getStaffLesson(tx, actor, input.assessment_id);
    const loaded = await loadSession(tx, { currentOf: lesson.assessmentId });
    const rows = loaded ? await listQuestions(tx, loaded.session.id, null) : [];
    return { questions: rows.map(toQuestionView) };
  });
}

/** Sends the private reply to a question, or marks it as read out when there is none. */
export function implementLiveQuestionSettle({ events }: PostsContext): Implementation {
  return implement(liveQuestionSettle, async ({ tx, input, actor, requestId }) => {
    const found = await findQuestion(tx, input.question_id);
    if (!found) throw appError('QUESTION_NOT_FOUND');
    await getStaffLesson(tx, actor, found.assessment_id).catch(() => {
      throw appError('QUESTION_NOT_FOUND');
    });
    const answer = input.answer === '' ? null : input.answer;
    if (!(await settleQuestion(tx, found.id, { answer, settledBy: actor.accountId }))) throw appError('QUESTION_SETTLED');
    const session = { id: found.session_id, assessment_id: found.assessment_id };
    const after = { account_id: found.account_id, question: found.question, answer };
    await audit(tx, actor, { action: liveQuestionSettle.name, subjectType: 'assessment', subjectId: found.assessment_id, after, requestId });
    events.questionsChanged(tx, session);
    events.ownNotesChanged(tx, session, [found.account_id]);
    return { question: toQuestionView((await findQuestion(tx, found.id))!) };
  });
}

/** Returns what concerns the student alone: hidden texts with the reason, and questions to the teacher with their answers. */
export function implementLiveNotes(): Implementation {
  return implement(liveNotes, async ({ tx, input, actor }) => {
    const lesson = await getStudentLesson(tx, actor, input.assessment_id);
    const loaded = await loadSession(tx, { currentOf: lesson.assessmentId });
    if (!loaded) return { hidden: [], questions: [] };
    const [hidden, questions] = [await listHiddenOf(tx, loaded.session.id, actor.accountId), await listQuestions(tx, loaded.session.id, actor.accountId)];
    return { hidden: await toOwnHiddenViews(tx, loaded, hidden), questions: questions.map(toOwnQuestionView) };
  });
}

async function toOwnHiddenViews(db: Db, { session }: LoadedSession, rows: readonly HiddenRow[]): Promise<OwnHiddenView[]> {
  const views: OwnHiddenView[] = [];
  for (const { subject_type: type, subject_id: id, post_id, reason, words, original } of rows) {
    const [text, ref] = [await findText(db, { type, id }), await findPostRef(db, { postId: post_id })];
    if (text && ref) views.push({ type, id, form: ref.form, text: text.text, reason, words, can_rewrite: original === null && session.state === 'running' });
  }
  return views;
}

const toOwnQuestionView = ({ id, question, asked_at, answer, settled_at }: QuestionRow): OwnQuestionView => ({
  id,
  question,
  asked_at: asked_at.toISOString(),
  answer,
  settled_at: settled_at?.toISOString() ?? null,
});

const toQuestionView = (row: QuestionRow): QuestionToStaffView => ({ ...toOwnQuestionView(row), account_id: row.account_id, name: fullName(row) });
