import { HIDING_REASONS, SHOWS_ANSWERS } from '@classwright/rules/live/session';
import { LIVE_LIMITS } from '@classwright/rules/limits';
import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, longText, optionalLongText, packMessage } from '../../core/fields.ts';
import { answer, assessmentId, byAssessment, run, take } from './fields.ts';
import { FormName } from '../../class/assessments/views.ts';
import { HiddenView, PlanView } from './views.ts';

const Id = z.number().int();

// ── the plan: what classmates see, and when ──

/**
 * Sets what classmates see of each other. Before a run both parts can be changed, and the class's next lessons begin
 * with them; in a run only the moment, while no form is open.
 */
export const livePlanUpdate = endpoint({
  name: 'live.planUpdate',
  method: 'PUT',
  path: '/live/learning/plan',
  access: run,
  summary: 'Set when classmates see each other’s answers, and whether with names',
  body: z.object({
    assessment_id: assessmentId,
    shows_answers: z.enum(SHOWS_ANSWERS, {
      error: packMessage('validation.choice', { label: 'Classmates’ answers', choices: SHOWS_ANSWERS.join(', ') }),
    }),
    with_names: flag('Names'),
  }),
  response: z.object({ plan: PlanView }),
  errors: ['ASSESSMENT_NOT_FOUND', 'ASSESSMENT_WITHOUT_CLASS', 'ASSESSMENT_FINISHED', 'CLASS_ARCHIVED', 'FORM_OPEN', 'PLAN_FIXED'],
});

// ── hiding what a student wrote ──

const TEXTS = ['post', 'comment', 'reply'] as const;
const Text = z.enum(TEXTS, { error: packMessage('validation.choice', { label: 'Type', choices: TEXTS.join(', ') }) });
const byText = z.object({ type: Text, id: id('Text') });

export const liveHide = endpoint({
  name: 'live.hide',
  method: 'POST',
  path: '/live/learning/hide',
  access: run,
  summary: 'Hide a student’s post, comment or reply from the class; repeating changes nothing',
  body: byText.extend({
    reason: z.enum(HIDING_REASONS, { error: packMessage('validation.choice', { label: 'Reason', choices: HIDING_REASONS.join(', ') }) }),
    words: optionalLongText({ label: 'Message to the student', max: LIVE_LIMITS.hiddenWordsCharacters }),
  }),
  response: z.object({ hidden: HiddenView }),
  errors: ['POST_NOT_FOUND', 'COMMENT_NOT_FOUND', 'REPLY_NOT_FOUND', 'TEXT_OF_STAFF'],
});

export const liveUnhide = endpoint({
  name: 'live.unhide',
  method: 'POST',
  path: '/live/learning/unhide',
  access: run,
  summary: 'Show a hidden text to the class again; repeating changes nothing',
  body: byText,
  response: z.object({}),
  errors: ['POST_NOT_FOUND', 'COMMENT_NOT_FOUND', 'REPLY_NOT_FOUND'],
});

/** Replaces an own hidden text, once. The class sees the new one, the teacher both. */
export const liveRewrite = endpoint({
  name: 'live.rewrite',
  mendsText: true,
  method: 'PUT',
  path: '/live/learning/rewrite',
  access: answer,
  summary: 'Rewrite an own text that was hidden, once; the class then sees the new text',
  body: byText.extend({ text: longText({ label: 'New text', max: 2000 }) }),
  response: z.object({}),
  errors: ['POST_NOT_FOUND', 'COMMENT_NOT_FOUND', 'REPLY_NOT_FOUND', 'TEXT_NOT_HIDDEN', 'TEXT_REWRITTEN', 'SESSION_NOT_RUNNING', 'COMMENTS_TOO_FAST'],
  allows: ['seat'],
});

// ── a line to the teacher ──

const OwnQuestionView = z.object({
  id: Id,
  question: z.string(),
  asked_at: z.string(),
  /** The private answer. Null: none was written. */
  answer: z.string().nullable(),
  /** The time at which it was answered or read out. Null: it waits. */
  settled_at: z.string().nullable(),
});
export type OwnQuestionView = z.infer<typeof OwnQuestionView>;

const QuestionToStaffView = OwnQuestionView.extend({ account_id: Id, name: z.string() });
export type QuestionToStaffView = z.infer<typeof QuestionToStaffView>;

const OwnHiddenView = z.object({
  type: z.enum(TEXTS),
  id: Id,
  form: FormName,
  /** The text as it is, without formatting. */
  text: z.string(),
  reason: z.enum(HIDING_REASONS),
  words: z.string(),
  can_rewrite: z.boolean(),
});
export type OwnHiddenView = z.infer<typeof OwnHiddenView>;

export const liveAsk = endpoint({
  name: 'live.ask',
  mendsText: true,
  cost: 2,
  method: 'POST',
  path: '/live/learning/questions/ask',
  access: answer,
  summary: 'Ask the teacher in private while the lesson runs',
  body: z.object({ assessment_id: assessmentId, question: longText({ label: 'Question', max: LIVE_LIMITS.questionToStaffCharacters }) }),
  response: z.object({ question: OwnQuestionView }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_NOT_RUNNING', 'COMMENTS_TOO_FAST', 'QUESTIONS_USED_UP'],
  allows: ['seat'],
});

/** Returns the notes of one student alone, in the run that counts: own hidden texts, and own questions with their answers. */
export const liveNotes = endpoint({
  name: 'live.notes',
  method: 'GET',
  path: '/live/learning/student/notes',
  access: take,
  summary: 'The student’s own hidden texts, and own questions to the teacher with the answers',
  query: byAssessment,
  response: z.object({ hidden: z.array(OwnHiddenView), questions: z.array(OwnQuestionView) }),
  errors: ['ASSESSMENT_NOT_FOUND'],
  readOnly: true,
  allows: ['seat'],
});

export const liveQuestions = endpoint({
  name: 'live.questions',
  method: 'GET',
  path: '/live/learning/questions',
  access: run,
  summary: 'The questions that students asked the teacher in private, the oldest first',
  query: byAssessment,
  response: z.object({ questions: z.array(QuestionToStaffView) }),
  errors: ['ASSESSMENT_NOT_FOUND'],
  readOnly: true,
});

/** Answers in private; without an answer the question counts as read out. */
export const liveQuestionSettle = endpoint({
  name: 'live.questionSettle',
  method: 'POST',
  path: '/live/learning/questions/settle',
  access: run,
  summary: 'Answer a student’s question in private, or mark it as read out',
  body: z.object({ question_id: id('Question'), answer: optionalLongText({ label: 'Answer', max: LIVE_LIMITS.questionToStaffCharacters }) }),
  response: z.object({ question: QuestionToStaffView }),
  errors: ['QUESTION_NOT_FOUND', 'QUESTION_SETTLED'],
});
