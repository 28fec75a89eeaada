import { z } from 'zod';
import { attached, AttachedView } from '../../school/files/attachments.ts';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, instant, packMessage, pageQuery, Pagination, text } from '../../core/fields.ts';
import { optionalFiles } from '../../core/taken-files.ts';
import { FormName, ScheduleView, StaffQuestionView } from '../../class/assessments/views.ts';
import { asMessage } from '../../messages/translate.ts';
import { QuestionBody } from '../../bank/questions/input.ts';
import { CriterionView, RubricRowView } from '../../bank/questions/views.ts';
import { richText, RichTextView } from '../../rich-text.ts';

const Id = z.number().int();
const NamedId = z.number().int().nullable();

export const AssessmentRowView = z.object({
  id: Id,
  title: z.string(),
  account_id: Id,
  account_name: z.string(),
  class_id: NamedId,
  class_name: z.string().nullable(),
  course: z.string().nullable(),
  level_id: NamedId,
  level_name: z.string().nullable(),
  standard_id: NamedId,
  standard_name: z.string().nullable(),
  grade_id: NamedId,
  grade_name: z.string().nullable(),
  schedule_date: z.string().nullable(),
  /** The period. 0 in a copy without one. */
  period_id: NamedId,
  period_name: z.string().nullable(),
  google_drive_link: z.array(AttachedView),
  /** The forms opened in its run, if it has one. */
  attempts: z.array(z.object({ form: FormName })),
  /** True for a copy that has no class yet. */
  copy: z.boolean(),
  /** True when the caller may edit, archive and delete it: the owner, or Admin. */
  is_keeper: z.boolean(),
  status: z.enum(['Active', 'finished']),
  is_archived: z.boolean(),
  /** True while a session of it is running. */
  running: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type AssessmentRowView = z.infer<typeof AssessmentRowView>;

/**
 * An assessment's question for staff, in the version that is asked: with its key, and with the bank's field names, so
 * that it can be sent back.
 */
export const AssessmentQuestionView = StaffQuestionView.extend({
  /** The same as `id`. */
  question_id: Id,
  type_id: NamedId,
  /** Shown as Cluster. */
  topic_id: NamedId,
  standard_id: NamedId,
  question_subject_id: NamedId,
  question_grade_id: NamedId,
  tag: z.array(z.string()),
  published_state: z.enum(['DRAFT', 'PUBLISHED']),
  overall_grade: z.number().nullable(),
  rubrics: z.array(RubricRowView),
  open_response: z.array(CriterionView),
  open_response_grade: z.number().nullable(),
  google_drive_link: z.array(AttachedView),
  responses: z.array(
    StaffQuestionView.shape.responses.element.extend({
      question_id: Id,
      /** The same as `response`. */
      title: z.string(),
      /** Points. */
      sub_grade: z.number().nullable(),
    }),
  ),
});
export type AssessmentQuestionView = z.infer<typeof AssessmentQuestionView>;

export const AssessmentView = AssessmentRowView.extend({
  description: RichTextView,
  protocol_id: NamedId,
  protocol_name: z.string().nullable(),
  topic_id: NamedId,
  topic_name: z.string().nullable(),
  subject_id: NamedId,
  subject_name: z.string().nullable(),
  group_id: NamedId,
  group_name: z.string().nullable(),
  max_point: z.number().nullable(),
  overall_grade: z.number().nullable(),
  schedule_time: ScheduleView,
  questions: z.array(AssessmentQuestionView),
  rubric: z.array(z.unknown()),
  /** The number of students in its class, and of those who have answered in its run. */
  students: z.number().int(),
  submitted: z.number().int(),
  /** True when the caller owns it: LIVE LEARNING is shown. */
  is_owner: z.boolean(),
});
export type AssessmentView = z.infer<typeof AssessmentView>;

const view = { resource: 'assessments', action: 'view' } as const;
const may = (action: string) => ({ resource: 'assessments', action });
const params = z.object({ id: id('Assessment') });

/** A filter. An empty one has no effect. */
const filter = (label: string) => z.union([z.literal('').transform(() => undefined), id(asMessage(label))]).optional();
const date = z.iso.date({ error: packMessage('assessment.date') });

const list = z.object({ data: z.array(AssessmentRowView), pagination: Pagination });

export const assessmentList = endpoint({
  name: 'assessment.list',
  method: 'GET',
  path: '/assessments',
  access: view,
  summary: 'A teacher’s own assessments, all of them for Admin; those that are not archived unless asked',
  query: pageQuery.extend({
    search_text: z.string().max(200).default(''),
    standard_id: filter('assessments.standard'),
    class_id: filter('assessments.course'),
    /** The level, called Grade on screens. */
    level_id: filter('assessments.grade'),
    grade_id: filter('assessments.questionGrade'),
    period_id: filter('assessments.period'),
    /** Finds assessments with this question. */
    question_id: filter('assessment.field.question'),
    schedule_date: z.union([z.literal('').transform(() => undefined), date]).optional(),
    is_archived: z.union([z.literal('').transform(() => false), flag(asMessage('assessment.isArchived'))]).default(false),
  }),
  response: list,
  errors: [],
  readOnly: true,
});

export const assessmentGet = endpoint({
  name: 'assessment.get',
  method: 'GET',
  path: '/assessments/:id',
  access: view,
  summary: 'One assessment with its questions; an archived one for its owner and Admin',
  params,
  response: z.object({ assessment: AssessmentView, data: AssessmentView }),
  errors: ['ASSESSMENT_NOT_FOUND'],
  readOnly: true,
});

/** A value chosen from a list. No choice may also be sent as null, an empty text or 0. */
function chosen(label: string, required?: string) {
  const message = required ? packMessage(required) : packMessage('validation.required', { label: asMessage(label) });
  const nothing = z.union([z.null(), z.undefined(), z.literal(['', '0', 'null', 0])]);
  return z.union([nothing.transform((): number | null => null), id(asMessage(label))]).superRefine((value, context) => {
    if (value === null) context.addIssue({ code: 'custom', message });
  }) as unknown as z.ZodType<number, number | string | null | undefined>;
}

const MOST_POINTS = 9_999_999.99;
const points = (label: string) => {
  const message = { error: packMessage('validation.number', { label: asMessage(label) }) };
  const range = { error: packMessage('validation.numberRange', { label: asMessage(label), min: -MOST_POINTS, max: MOST_POINTS }) };
  return z
    .union(
      [
        z.literal('').transform(() => null),
        z.number(),
        z
          .string()
          .regex(/^-?\d{1,9}(\.\d+)?$/)
          .transform(Number),
      ],
      message,
    )
    .pipe(z.number(message).min(-MOST_POINTS, range).max(MOST_POINTS, range).nullable())
    .nullish();
};

const questionId = z.union([z.literal(['', null]).transform(() => undefined), id(asMessage('assessment.field.question'))]).optional();
/**
 * A whole question. With an id it is that question of the bank, unless its responses were changed. In that case, and
 * without an id, it is a new one.
 */
const WholeQuestion = QuestionBody.extend({
  published_state: QuestionBody.shape.published_state.default('PUBLISHED'),
  id: questionId,
  question_id: questionId,
});
export type WholeQuestion = z.output<typeof WholeQuestion>;

/** The form's steps, 1 to 4. */
const assessmentSteps = {
  grade: { level_id: chosen('assessments.grade', 'assessment.selectGrade') },
  protocol: { protocol_id: chosen('assessments.protocol', 'assessment.selectProtocol') },
  about: {
    title: text({ label: asMessage('assessment.field.title'), max: 255 }),
    /** The owner, for Admin. A teacher's assessment is always their own. */
    account_id: z.union([z.literal(['', 0, '0']).transform(() => null), id(asMessage('assessment.field.account'))]).nullish(),
    class_id: chosen('topic.field.course'),
    topic_id: chosen('assessments.topic'),
    group_id: chosen('assessments.group'),
    standard_id: chosen('assessments.standard'),
    subject_id: chosen('assessments.subject'),
    period_id: chosen('assessments.period'),
    schedule_date: z
      .union([z.literal(['', null]).transform(() => undefined), z.string()])
      .optional()
      .pipe(z.string({ error: packMessage('validation.required', { label: asMessage('assessments.scheduleDate') }) }).pipe(date)),
    grade_id: chosen('assessments.questionGrade', 'assessment.selectQuestionGrade'),
    max_point: points('assessments.maxPoint'),
    description: richText({ label: asMessage('assessments.description') }).optional(),
    google_drive_link: z.array(attached).max(20).optional(),
  },
  questions: {
    /**
     * The questions in order: that of Form - 1A and Form - 1B, then that of Form - 2. Ids, or whole questions in the
     * bank's form.
     */
    questions: z
      .array(z.union([WholeQuestion, id(asMessage('assessment.field.question'))]), { error: packMessage('assessment.needsTwoQuestions') })
      .refine((questions) => questions.length === 2, { error: packMessage('assessment.needsTwoQuestions') }),
  },
} as const;

const fields = {
  ...assessmentSteps.grade,
  ...assessmentSteps.protocol,
  ...assessmentSteps.about,
  ...assessmentSteps.questions,
  overall_grade: points('assessment.field.overallGrade'),
  rubric: z.array(z.record(z.string(), z.unknown())).max(50).optional(),
  /** The status. 0 and "Active" are the same; no other value is accepted. */
  status: z.literal([0, '0', 'Active'], { error: packMessage('assessment.statusActive') }).optional(),
};
export const AssessmentInput = z.object(fields);
export type AssessmentInput = z.output<typeof AssessmentInput>;

const MAX_FILE_BYTES = 52_428_800;
const files = optionalFiles(['questions', 'description', 'google_drive_link', 'rubric'], { files: 20, bytes: MAX_FILE_BYTES });
/** The maximum size: two questions with all their responses. */
const bodyLimitBytes = 4 * 1024 * 1024;
const saved = z.object({ assessment: AssessmentView, data: AssessmentView, message: z.string() });
const version = instant(packMessage('list.version')).optional();
const keepErrors = ['ASSESSMENT_NOT_FOUND', 'ASSESSMENT_FINISHED', 'ASSESSMENT_HAS_ATTEMPTS', 'CLASS_ARCHIVED'] as const;

export const assessmentCreate = endpoint({
  name: 'assessment.create',
  cost: 5,
  method: 'POST',
  path: '/assessments',
  access: may('create'),
  summary: 'Makes an assessment; questions that come whole and changed are made too',
  /** `copy_of`: the assessment it is based on, whose files it may keep and whose rubric it copies. */
  body: AssessmentInput.extend({ copy_of: id('Assessment').optional() }),
  files,
  bodyLimitBytes,
  response: saved,
  errors: ['ASSESSMENT_NOT_FOUND', 'QUESTION_NOT_FOUND', 'NOT_YOUR_QUESTION', 'FILE_SPACE_FULL', 'CLASS_ARCHIVED'],
  successStatus: 201,
});

const edit = {
  access: may('edit'),
  params,
  files,
  bodyLimitBytes,
  response: saved,
  errors: [...keepErrors, 'EDIT_CONFLICT', 'QUESTION_NOT_FOUND', 'NOT_YOUR_QUESTION', 'FILE_SPACE_FULL'],
} as const;

export const assessmentUpdate = endpoint({
  ...edit,
  name: 'assessment.update',
  cost: 5,
  method: 'PUT',
  path: '/assessments/:id',
  summary: 'Edits an active assessment without attempts; naming an older updated_at is refused, with the newer row',
  body: AssessmentInput.extend({ updated_at: version }),
});

export const assessmentUpdateByPost = endpoint({
  ...edit,
  name: 'assessment.update.post',
  cost: 5,
  method: 'POST',
  path: '/assessments/:id',
  summary: 'Edits an assessment, for clients that can only POST',
  body: AssessmentInput.extend({
    updated_at: version,
    _method: z.string({ error: packMessage('list.method') }).regex(/^put$/i, { error: packMessage('list.method') }),
  }),
});

export const assessmentDelete = endpoint({
  name: 'assessment.delete',
  method: 'DELETE',
  path: '/assessments/:id',
  access: may('delete'),
  summary: 'Deletes an active assessment on which no work hangs',
  params,
  response: z.object({ message: z.string(), id: z.number().int() }),
  errors: [...keepErrors, 'IN_USE'],
});

export const assessmentArchive = endpoint({
  name: 'assessment.archive',
  method: 'POST',
  path: '/archive/assessment',
  access: may('edit'),
  summary: 'Archives an assessment, or brings it back; while a lesson of it runs it stays',
  body: z.object({ id: id('Assessment'), is_archived: flag(asMessage('assessment.isArchived')) }),
  response: z.object({ assessment: AssessmentRowView, message: z.string() }),
  errors: ['ASSESSMENT_NOT_FOUND', 'SESSION_RUNNING', 'CLASS_ARCHIVED'],
});

export const assessmentCopy = endpoint({
  name: 'assessment.copy',
  cost: 5,
  method: 'POST',
  path: '/copy/assessment',
  access: may('create'),
  summary: 'Copies an assessment, finished ones too: without class, schedule date and period',
  body: z.object({ id: id('Assessment') }),
  response: saved,
  errors: ['ASSESSMENT_NOT_FOUND'],
  successStatus: 201,
});

/**
 * The reason why the second question may not measure transfer well: it is about another idea, or most classes know it
 * anyway.
 */
export const TransferHintView = z.object({ kind: z.enum(['unrelated', 'easier']), message: z.string() });
export type TransferHintView = z.infer<typeof TransferHintView>;

export const assessmentHint = endpoint({
  name: 'assessment.hint',
  cost: 5,
  method: 'POST',
  path: '/assessments-hint',
  access: view,
  summary: 'Reasons against the second question as a transfer of the first; blocks nothing',
  body: z.object({ questions: z.array(id(asMessage('assessment.field.question'))).length(2, { error: packMessage('assessment.needsTwoQuestions') }) }),
  response: z.object({ hints: z.array(TransferHintView) }),
  errors: [],
});
