import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { id, packMessage, pageQuery, Pagination } from '../../core/fields.ts';
import { asMessage } from '../../messages/translate.ts';
import { Tag } from './input.ts';
import { ArchivedQuestionView, QuestionView } from './views.ts';

const QUESTION = asMessage('question.thing');
const mayDelete = { resource: 'questions', action: 'delete' } as const;
const params = z.object({ id: id(QUESTION) });

export const questionArchiveList = endpoint({
  name: 'question.archive.list',
  method: 'GET',
  path: '/archive/questions',
  access: mayDelete,
  summary: 'Deleted questions that can come back: one’s own, for an Admin everybody’s; those deleted last first',
  query: pageQuery.extend({ search_text: z.string().trim().max(200).default('') }),
  response: z.object({ data: z.array(ArchivedQuestionView), pagination: Pagination }),
  errors: [],
  readOnly: true,
});

export const questionRestore = endpoint({
  name: 'question.restore',
  method: 'POST',
  path: '/questions/:id/restore',
  access: mayDelete,
  summary: 'Take a question out of the archive: it stands where it stood, with its approval, ratings and versions',
  params,
  response: z.object({ question: QuestionView, data: QuestionView, message: z.string() }),
  errors: ['QUESTION_NOT_FOUND', 'NOT_YOUR_QUESTION'],
});

export const questionPurge = endpoint({
  name: 'question.purge',
  method: 'DELETE',
  path: '/questions/:id/purge',
  access: mayDelete,
  summary: 'Erase a question of the archive for good, when no assessment holds it and no lesson has asked it',
  params,
  response: z.object({ message: z.string(), id: z.number().int() }),
  errors: ['QUESTION_NOT_FOUND', 'NOT_YOUR_QUESTION', 'IN_USE'],
});

/** The maximum number of questions in one call. */
const MOST_QUESTIONS_AT_ONCE = 300;

const ids = z
  .array(id(QUESTION), { error: packMessage('question.bulk.none') })
  .min(1, { error: packMessage('question.bulk.none') })
  .max(MOST_QUESTIONS_AT_ONCE, { error: packMessage('question.bulk.tooMany', { max: MOST_QUESTIONS_AT_ONCE }) });
export const BULK_ACTS = ['archive', 'restore', 'approve', 'tag', 'untag'] as const;

/** A question that was not changed, with the reason. A question that the reader may not see has no title. */
const Refusal = z.object({ id: z.number().int(), title: z.string(), code: z.string(), message: z.string() });

export const questionBulk = endpoint({
  name: 'question.bulk',
  method: 'POST',
  path: '/questions/bulk',
  access: { resource: 'questions', action: 'view' },
  summary: 'Delete, bring back, take the next step of approval of, give or take a tag of up to 300 questions; those that cannot are named, the others are done',
  body: z.object({
    act: z.enum(BULK_ACTS, { error: packMessage('validation.choice', { label: asMessage('question.bulk.act'), choices: BULK_ACTS.join(', ') }) }),
    ids,
    /** The tag, for the acts `tag` and `untag`. */
    tag: Tag,
  }),
  response: z.object({ done: z.array(z.number().int()), refused: z.array(Refusal), message: z.string() }),
  errors: [],
});
