import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, optionalLongText } from '../../core/fields.ts';
import { FormName, RevealedQuestionView } from '../../class/assessments/views.ts';
import { RichTextView } from '../../rich-text.ts';
import { answer, assessmentId, byAssessment, Form, run, take } from '../live/fields.ts';

const Id = z.number().int();

/** The maximum length of a justification that is written alone. */
const MAX_CHARACTERS = 2_000;

const Written = z.object({ response_id: Id.nullable(), words: z.string() });

/** A missed lesson, as the student who does it alone sees it. */
export const SoloView = z.object({
  assessment_id: Id,
  title: z.string(),
  class_name: z.string(),
  teacher_name: z.string(),
  finished_at: z.string(),
  /** The minutes that the class had for all forms together. */
  minutes: z.number().int(),
  started: z.boolean(),
  /** The forms that the lesson asked, in order. */
  forms: z.array(FormName),
  /** The form to answer now. Null: not started, or all are answered. */
  form: FormName.nullable(),
  /** The draft of the form to answer now. */
  draft: Written.extend({ revision: z.number().int() }).nullable(),
  /** The questions that were asked so far, each with correctness and reasoning once all of its forms are answered. */
  questions: z.array(RevealedQuestionView),
  answers: z.array(Written.extend({ form: FormName, question_id: Id, /** Null until it may be known. */ is_right: z.boolean().nullable() })),
  /** Reasons of classmates for each response of the first question, without names, once Form - 1A is answered. Null before. */
  reasons: z.array(z.object({ response_id: Id, reasons: z.array(RichTextView) })).nullable(),
});
export type SoloView = z.infer<typeof SoloView>;

const words = optionalLongText({ label: 'Justify Your Answer', max: MAX_CHARACTERS });

const errors = ['ASSESSMENT_NOT_FOUND', 'CLASS_ARCHIVED', 'SOLO_NOT_FINISHED', 'SOLO_TOOK_PART'] as const;

export const soloGet = endpoint({
  name: 'solo.get',
  method: 'GET',
  path: '/live/learning/solo',
  access: take,
  summary: 'A finished lesson that the student missed, to be done alone',
  query: byAssessment,
  response: z.object({ solo: SoloView }),
  errors,
  readOnly: true,
});

export const soloStart = endpoint({
  name: 'solo.start',
  method: 'POST',
  path: '/live/learning/solo/start',
  access: answer,
  summary: 'Begin a missed lesson alone; beginning it again changes nothing',
  body: z.object({ assessment_id: assessmentId }),
  response: z.object({ solo: SoloView }),
  errors,
});

export const soloDraft = endpoint({
  name: 'solo.draft',
  mendsText: true,
  method: 'PUT',
  path: '/live/learning/solo/draft',
  access: answer,
  summary: 'Keep what was written in the open form of a solo lesson; an older revision changes nothing',
  body: z.object({
    assessment_id: assessmentId,
    form: Form,
    revision: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
    response_id: id('Response').nullable(),
    words,
  }),
  response: z.object({ saved_at: z.string(), revision: z.number().int() }),
  errors: [...errors, 'STEP_NOT_ALLOWED', 'ALREADY_ANSWERED'],
});

export const soloAnswer = endpoint({
  name: 'solo.answer',
  mendsText: true,
  method: 'POST',
  path: '/live/learning/solo/answer',
  access: answer,
  summary: 'Answer the open form of a solo lesson, once',
  body: z.object({ assessment_id: assessmentId, form: Form, response_id: id('Response', 'live.response.required'), words }),
  response: z.object({ solo: SoloView }),
  errors: [...errors, 'STEP_NOT_ALLOWED', 'ALREADY_ANSWERED'],
});

const SoloResultsView = z.object({
  /** The students of the class who missed the lesson, by name, and how far each has come alone. */
  students: z.array(
    z.object({
      account_id: Id,
      name: z.string(),
      state: z.enum(['not-started', 'started', 'done']),
      /** Right or wrong by form. Null: not answered. */
      first: z.boolean().nullable(),
      second: z.boolean().nullable(),
      transfer: z.boolean().nullable(),
    }),
  ),
});

export const soloResults = endpoint({
  name: 'solo.results',
  method: 'GET',
  path: '/live/learning/teachers/solo',
  access: run,
  summary: 'The students who missed a lesson, and how far each has come alone',
  query: byAssessment,
  response: z.object({ results: SoloResultsView }),
  errors: ['ASSESSMENT_NOT_FOUND'],
  readOnly: true,
});
