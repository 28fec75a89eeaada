import type { CallArguments } from '@classwright/contract/core/endpoint';
import type { QuestionRowView, QuestionVersionView, QuestionView } from '@classwright/contract/bank/questions/views';
import type { templateCreate, templateDelete, templateList, TemplateView } from '@classwright/contract/bank/questions/templates';
import type { questionArchiveList, questionBulk, questionPurge, questionRestore } from '@classwright/contract/bank/questions/archive';
import type {
  draftList,
  questionBlocks,
  questionCopy,
  questionCreate,
  questionDelete,
  questionGet,
  questionList,
  questionReview,
  questionStatusUpdate,
  questionTagList,
  questionUpdate,
  questionVersionList,
  questionVersionRestore,
} from '@classwright/contract/bank/questions/calls';
import type { StatusLabel } from '@classwright/rules/questions/approval';
import { api } from '../../../base/api.ts';

export type Question = QuestionView;
/** A question as lists have it. */
export type QuestionRow = QuestionRowView;
export type QuestionVersion = QuestionVersionView;
export type QuestionQuery = CallArguments<typeof questionList>['query'];
/** The data that the form sends. */
export type QuestionBody = CallArguments<typeof questionCreate>['body'];

export type Template = TemplateView;
export type TemplateBody = CallArguments<typeof templateCreate>['body'];

export const PER_PAGE = 25;

export const loadQuestions = (query: QuestionQuery, signal: AbortSignal) => api<typeof questionList>('GET', '/questions', { query, signal });
export const loadQuestionBlock = (query: CallArguments<typeof questionBlocks>['query'], signal: AbortSignal) =>
  api<typeof questionBlocks>('GET', '/questions/blocks', { query, signal });
/** Loads the same questions with all their data. */
export const loadWholeQuestions = (query: QuestionQuery, signal: AbortSignal) =>
  api<Omit<typeof questionList, 'brief'>>('GET', '/questions', { query, signal, whole: true });
export const loadDrafts = (query: CallArguments<typeof draftList>['query'], signal: AbortSignal) =>
  api<typeof draftList>('GET', '/draft/questions', { query, signal });
export const loadQuestion = async (id: number, signal: AbortSignal): Promise<Question> =>
  (await api<typeof questionGet>('GET', '/questions/:id', { params: { id }, signal })).question;
export const loadTags = async (signal: AbortSignal): Promise<string[]> =>
  (await api<typeof questionTagList>('GET', '/question/tags', { query: { limit: 500 }, signal })).tags;
export const loadVersions = async (id: number, signal: AbortSignal): Promise<QuestionVersion[]> =>
  (await api<typeof questionVersionList>('GET', '/questions/:id/versions', { params: { id }, signal })).versions;

interface Saved {
  question: Question;
  message: string;
}

/** Saves a question. A repeat under the same key takes effect once. An edit of an outdated version is refused. */
export const saveQuestion = (body: QuestionBody, on: Question | null, idempotencyKey: string): Promise<Saved> =>
  on
    ? api<typeof questionUpdate>('PUT', '/questions/:id', { params: { id: on.id }, body: { ...body, updated_at: on.updated_at }, idempotencyKey })
    : api<typeof questionCreate>('POST', '/questions', { body, idempotencyKey });

export const copyQuestion = (id: number): Promise<Saved> => api<typeof questionCopy>('POST', '/questions/:id/copy', { params: { id } });
export const deleteQuestion = (id: number) => api<typeof questionDelete>('DELETE', '/questions/:id', { params: { id } });
export const loadArchive = (query: CallArguments<typeof questionArchiveList>['query'], signal: AbortSignal) =>
  api<typeof questionArchiveList>('GET', '/archive/questions', { query, signal });
export const restoreQuestion = (id: number): Promise<Saved> => api<typeof questionRestore>('POST', '/questions/:id/restore', { params: { id } });
export const purgeQuestion = async (id: number): Promise<string> =>
  (await api<typeof questionPurge>('DELETE', '/questions/:id/purge', { params: { id } })).message;
/** Changes many questions. The result lists refused ones. */
export const changeQuestions = (act: CallArguments<typeof questionBulk>['body']['act'], ids: readonly number[], tag?: string) =>
  api<typeof questionBulk>('POST', '/questions/bulk', { body: { act, ids: [...ids], ...(tag !== undefined && { tag }) } });
export const setStatus = (question: number, status: StatusLabel): Promise<Saved> =>
  api<typeof questionStatusUpdate>('POST', '/status-update/questions', { body: { question, status } });
export const rateQuestion = (question: number, user_rating: number): Promise<Saved> =>
  api<typeof questionReview>('POST', '/question-review', { body: { question, user_rating } });
export const restoreVersion = ({ id, updated_at }: QuestionRow, version: number): Promise<Saved> =>
  api<typeof questionVersionRestore>('POST', '/questions/:id/versions/:version/restore', { params: { id, version }, body: { updated_at } });

export const loadTemplates = (query: CallArguments<typeof templateList>['query'], signal: AbortSignal) =>
  api<typeof templateList>('GET', '/assessment-templates', { query, signal });
export const saveTemplate = async (body: TemplateBody): Promise<string> =>
  (await api<typeof templateCreate>('POST', '/assessment-templates', { body })).message;
export const deleteTemplate = async (id: number): Promise<string> =>
  (await api<typeof templateDelete>('DELETE', '/assessment-templates/:id', { params: { id } })).message;
