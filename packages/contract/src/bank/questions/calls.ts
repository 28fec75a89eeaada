import { WORTHS } from '@classwright/rules/ideas/question-worth';
import { PAST_RESULTS } from '@classwright/rules/item-analysis/past-results';
import { QUESTION_LIMITS } from '@classwright/rules/questions/limits';
import { STATUS_LABELS, type StatusLabel } from '@classwright/rules/questions/approval';
import { z } from 'zod';
import { listBlocks } from '../../core/blocks.ts';
import { endpoint } from '../../core/endpoint.ts';
import { id, instant, packMessage, pageQuery, Pagination } from '../../core/fields.ts';
import { optionalFiles } from '../../core/taken-files.ts';
import { questionClusters } from '../../lists/question-cluster.ts';
import { asMessage } from '../../messages/translate.ts';
import { QuestionBody, QuestionEditBody, QuestionEditByPostBody } from './input.ts';
import { QuestionRowView, QuestionVersionView, QuestionView } from './views.ts';

const label = (name: string): string => asMessage(`question.field.${name}`);
const QUESTION = asMessage('question.thing');

/** A filter. Empty means no filter. */
const filterId = (name: string) => z.union([z.literal('').transform(() => undefined), id(label(name))]).optional();
const searchText = z.string().trim().max(200).default('');
const severalTexts = z
  .union([
    z.array(z.string().max(QUESTION_LIMITS.tagCharacters)).max(50),
    z
      .string()
      .max(QUESTION_LIMITS.tagCharacters)
      .transform((text) => [text]),
  ])
  .transform((texts) => texts.map((text) => text.trim()).filter((text) => text !== ''))
  .default([]);
/** A step of approval by its label; 1: Public, 0: not public. */
const statusFilter = z
  .union([z.literal('').transform(() => undefined), z.enum(STATUS_LABELS), z.enum(['0', '1'])], {
    error: packMessage('validation.choice', { label: label('status'), choices: STATUS_LABELS.join(', ') }),
  })
  .optional();

/** The filters of the bank. Several tags: questions with at least one of them. */
const questionFilters = {
  type_id: filterId('type_id'),
  /** Words of the description only. */
  description: searchText,
  topic_id: filterId('topic_id'),
  standard_id: filterId('standard_id'),
  question_subject_id: filterId('question_subject_id'),
  question_grade_id: filterId('question_grade_id'),
  level_id: filterId('level_id'),
  tag: severalTexts,
  'tag[]': severalTexts,
  status: statusFilter,
  account_id: filterId('account_id'),
  school_id: filterId('school_id'),
  /** Filters by the results of the last time it was asked. Ignored for people who are not staff. */
  past_results: z
    .union([z.literal('').transform(() => undefined), z.enum(PAST_RESULTS)], {
      error: packMessage('validation.choice', { label: label('past_results'), choices: PAST_RESULTS.join(', ') }),
    })
    .optional(),
  /** Filters by the judgment of a question. Ignored for people who are not staff. */
  worth: z
    .union([z.literal('').transform(() => undefined), z.enum(WORTHS)], {
      error: packMessage('validation.choice', { label: label('worth'), choices: WORTHS.join(', ') }),
    })
    .optional(),
  /** Words, beginnings of words and small misspellings, in titles, descriptions, responses and tags. */
  search_text: searchText,
  /** "own": questions of the levels and subjects of one's own classes and assessments. */
  scope: z.enum(['own', 'all']).default('all'),
};

/** The columns that the bank can be sorted by. */
const BANK_SORTS = ['title', 'rating', 'approvals', 'dateAdded', 'dateUpdated', 'timesAsked'] as const;
export type BankSort = (typeof BANK_SORTS)[number];
const questionOrder = {
  /** The sort order, newest first by default. `timesAsked` is ignored for people who are not staff. */
  sort: z.enum(BANK_SORTS).optional(),
  direction: z.enum(['asc', 'desc']).default('desc'),
};

const Page = z.object({ data: z.array(QuestionView), questions: z.array(QuestionView), tags: z.array(z.string()), pagination: Pagination });
const Named = z.object({ id: z.number().int(), name: z.string() });
const BriefPage = Page.omit({ questions: true }).extend({ data: z.array(QuestionRowView) });
const ofSearch = {
  /** True when the search finds more than `pagination.total`, because counting stops there. */
  is_more: z.boolean(),
  /** The subjects and levels of `scope=own`. Empty lists: nothing is known, so it did not filter. */
  own: z.object({ subjects: z.array(Named), levels: z.array(Named) }).optional(),
};

export const questionList = endpoint({
  name: 'question.list',
  method: 'GET',
  path: '/questions',
  access: { resource: 'questions', action: 'view' },
  summary: 'One page of the published questions of the bank, newest first; what a search finds best comes first',
  query: pageQuery.extend({
    ...questionFilters,
    ...questionOrder,
    /** Lists first the questions that have most in common with this one: cluster, standard, tags. */
    like: filterId('like'),
  }),
  response: Page.extend(ofSearch),
  brief: BriefPage.extend(ofSearch),
  errors: [],
  readOnly: true,
});

export const questionBlocks = listBlocks({
  name: 'question.blocks',
  path: '/questions/blocks',
  access: { resource: 'questions', action: 'view' },
  summary: 'The published questions of the bank in blocks that follow each other, in the order of its pages',
  filters: { ...questionFilters, ...questionOrder },
  row: QuestionRowView,
});

const params = z.object({ id: id(QUESTION) });
const one = { params, response: z.object({ question: QuestionView, data: QuestionView }), brief: z.object({ question: QuestionView }) } as const;
const saved = z.object({ question: QuestionView, data: QuestionView, message: z.string() });

/** The size limit for rich text, responses and rubrics together. */
const QUESTION_BODY_BYTES = 2 * 1024 * 1024;
/** The body as JSON, or as a form with the same names (nested fields as JSON) and files. */
const writes = {
  bodyLimitBytes: QUESTION_BODY_BYTES,
  files: optionalFiles(['description', 'tag', 'responses', 'rubrics', 'open_response', 'google_drive_link'], {
    files: QUESTION_LIMITS.maxAttachments,
    bytes: QUESTION_LIMITS.maxFileBytes,
  }),
} as const;
const mayEdit = { resource: 'questions', action: 'edit' } as const;

export const questionGet = endpoint({
  name: 'question.get',
  method: 'GET',
  path: '/questions/:id',
  access: { resource: 'questions', action: 'view' },
  summary: 'One question',
  ...one,
  errors: ['QUESTION_NOT_FOUND'],
  readOnly: true,
});

export const questionCreate = endpoint({
  name: 'question.create',
  cost: 5,
  method: 'POST',
  path: '/questions',
  access: { resource: 'questions', action: 'create' },
  summary: 'Put a question into the bank, or keep it as a draft',
  body: QuestionBody,
  response: saved,
  errors: ['FILE_SPACE_FULL'],
  successStatus: 201,
  ...writes,
});

const editErrors = ['QUESTION_NOT_FOUND', 'NOT_YOUR_QUESTION', 'EDIT_CONFLICT', 'FILE_SPACE_FULL'] as const;

export const questionUpdate = endpoint({
  name: 'question.update',
  cost: 5,
  method: 'PUT',
  path: '/questions/:id',
  access: mayEdit,
  summary: 'Edit a question; once it has been asked this makes its next version',
  params,
  body: QuestionEditBody,
  response: saved,
  errors: editErrors,
  ...writes,
});

export const questionUpdateByPost = endpoint({
  name: 'question.update.post',
  cost: 5,
  method: 'POST',
  path: '/questions/:id',
  access: mayEdit,
  summary: 'Edit a question, for clients that can only POST',
  params,
  body: QuestionEditByPostBody,
  response: saved,
  errors: editErrors,
  ...writes,
});

export const questionDelete = endpoint({
  name: 'question.delete',
  method: 'DELETE',
  path: '/questions/:id',
  access: { resource: 'questions', action: 'delete' },
  summary: 'Take a question out of the bank into the archive, from where it can come back',
  params,
  /** The result. `archived`: assessments or lessons use it, so it can never be erased. */
  response: z.object({ message: z.string(), id: z.number().int(), archived: z.boolean() }),
  errors: ['QUESTION_NOT_FOUND', 'NOT_YOUR_QUESTION'],
});

export const questionCopy = endpoint({
  name: 'question.copy',
  cost: 5,
  method: 'POST',
  path: '/questions/:id/copy',
  access: { resource: 'questions', action: 'create' },
  summary: 'Copy a question into one’s own drafts, to change and publish it',
  params,
  response: saved,
  errors: ['QUESTION_NOT_FOUND', 'NOT_YOUR_QUESTION'],
  successStatus: 201,
});

export const draftList = endpoint({
  name: 'question.draft.list',
  method: 'GET',
  path: '/draft/questions',
  access: { resource: 'questions', action: 'view' },
  summary: 'One’s own drafts, those changed last first',
  query: pageQuery.extend({ search_text: searchText }),
  response: Page,
  brief: BriefPage,
  errors: [],
  readOnly: true,
});

export const draftUpdate = endpoint({
  name: 'question.draft.update',
  cost: 5,
  method: 'PUT',
  path: '/draft/questions/:id',
  access: mayEdit,
  summary: 'Edit a draft; one that is published leaves the drafts',
  params,
  body: QuestionEditBody,
  response: saved,
  errors: editErrors,
  ...writes,
});

export const draftUpdateByPost = endpoint({
  name: 'question.draft.update.post',
  cost: 5,
  method: 'POST',
  path: '/draft/questions/:id',
  access: mayEdit,
  summary: 'Edit a draft, for clients that can only POST',
  params,
  body: QuestionEditByPostBody,
  response: saved,
  errors: editErrors,
  ...writes,
});

/** An id, or an object with an id, as sent by screens that send whole questions. */
const QuestionReference = z.union([id(QUESTION), z.looseObject({ id: id(QUESTION) }).transform((question) => question.id)], {
  error: (issue) => packMessage(issue.input === undefined || issue.input === '' ? 'validation.required' : 'validation.id', { label: QUESTION }),
});

export const questionStatusUpdate = endpoint({
  name: 'question.status.update',
  method: 'POST',
  path: '/status-update/questions',
  access: { resource: 'questions', action: 'view' },
  summary: 'Take the next step of approval: teachers two, administrators the last',
  body: z.object({
    question: QuestionReference,
    status: z.enum(STATUS_LABELS, {
      error: (issue) =>
        issue.input === undefined || issue.input === ''
          ? packMessage('validation.required', { label: label('status') })
          : packMessage('validation.choice', { label: label('status'), choices: STATUS_LABELS.join(', ') }),
    }) as z.ZodType<StatusLabel, StatusLabel>,
  }),
  response: saved,
  errors: ['QUESTION_NOT_FOUND', 'STATUS_ROLE_NOT_ALLOWED', 'STATUS_STEP_NOT_ALLOWED'],
});

export const questionReview = endpoint({
  name: 'question.review',
  method: 'POST',
  path: '/question-review',
  access: { resource: 'questions', action: 'react' },
  summary: 'Rate somebody else’s question, from 1 to 5 in half steps; a repeat replaces the rating',
  body: z.object({
    question: QuestionReference,
    user_rating: z.union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d(?:\.\d{1,3})?$/)
          .transform(Number),
      ],
      { error: packMessage('question.rating') },
    ),
  }),
  response: saved,
  errors: ['QUESTION_NOT_FOUND', 'OWN_QUESTION'],
});

export const questionVersionList = endpoint({
  name: 'question.version.list',
  method: 'GET',
  path: '/questions/:id/versions',
  access: { resource: 'questions', action: 'view' },
  summary: 'The versions of a question, newest first, each with what it changed',
  params,
  response: z.object({ data: z.array(QuestionVersionView), versions: z.array(QuestionVersionView) }),
  brief: z.object({ versions: z.array(QuestionVersionView) }),
  errors: ['QUESTION_NOT_FOUND', 'NOT_YOUR_QUESTION'],
  readOnly: true,
});

export const questionVersionRestore = endpoint({
  name: 'question.version.restore',
  cost: 5,
  method: 'POST',
  path: '/questions/:id/versions/:version/restore',
  access: mayEdit,
  summary: 'Make what an older version says the newest again',
  params: params.extend({ version: id(label('version')) }),
  body: z.object({ updated_at: instant(packMessage('list.version')).optional() }),
  response: saved,
  errors: editErrors,
});

export const questionTagList = endpoint({
  name: 'question.tag.list',
  method: 'GET',
  path: '/question/tags',
  access: { resource: 'questions', action: 'view' },
  summary: 'Tags of the bank that begin with a text',
  query: z.object({ query: z.string().trim().max(QUESTION_LIMITS.tagCharacters).default(''), limit: z.coerce.number().int().min(1).max(500).default(50) }),
  response: z.object({ data: z.array(z.string()), tags: z.array(z.string()) }),
  brief: z.object({ tags: z.array(z.string()) }),
  errors: [],
  readOnly: true,
});

/** Lists clusters under another path: topic and cluster of a question are one list. */
export const questionTopicList = {
  ...questionClusters.endpoints.list,
  name: 'questionTopic.list',
  path: '/question/topics',
  summary: 'The clusters, under the name that questions give them',
} as const;
