import type { CallResult } from '@classwright/contract/core/endpoint';
import type {
  exportQuestions as exportQuestionsEndpoint,
  importQuestions,
  importQuestionsApply,
  importQuestionsGet,
  importQuestionsList,
  importQuestionsProblems,
  importQuestionsRows,
  importQuestionsUndo,
  importQuestionsUndoPreview,
  QuestionImportOptions,
  QuestionImportRow,
  QuestionImportView,
} from '@classwright/contract/bank/question-formats/calls';
import type { QuestionExportFormat } from '@classwright/contract/bank/question-formats/limits';
import { api, download } from '../../../base/api.ts';
import type { ImportMessage } from '../../../ui/import/ShownRows.tsx';
import { EARLIER_PER_PAGE, type UndoImportCalls } from '../../../ui/import/undo-import-calls.ts';

export type QuestionImport = QuestionImportView;
export type ImportOptions = QuestionImportOptions;
export type ImportRow = QuestionImportRow;
export type ImportAnswer = CallResult<typeof importQuestionsGet>;

/** A plain file. It contains nothing about the school, so it opens without a token. */
export const TEMPLATE = '/question-import-template.xlsx';
const SLOW_MS = 300_000;

export async function previewImport(file: File, options: ImportOptions, signal: AbortSignal): Promise<QuestionImport> {
  return (await api<typeof importQuestions>('POST', '/import/questions', { file, body: { ...options, mode: 'preview' }, timeoutMs: SLOW_MS, signal })).import;
}
export const applyImport = (id: number, body: ImportOptions, signal: AbortSignal): Promise<ImportAnswer> =>
  api<typeof importQuestionsApply>('POST', '/import/questions/jobs/:id/apply', { params: { id }, body, timeoutMs: SLOW_MS, signal });
export const loadImport = (id: number, signal: AbortSignal): Promise<ImportAnswer> =>
  api<typeof importQuestionsGet>('GET', '/import/questions/jobs/:id', { params: { id }, signal });

export type RowFilter = ImportRow['outcome'] | 'note' | 'finding';
export const loadImportRows = (
  id: number,
  query: { page: number; per_page: number; outcome?: RowFilter | undefined } & Partial<ImportMessage>,
  signal: AbortSignal,
) => api<typeof importQuestionsRows>('GET', '/import/questions/jobs/:id/rows', { params: { id }, query, signal });
export const loadImportProblems = (id: number, signal: AbortSignal) =>
  api<typeof importQuestionsProblems>('GET', '/import/questions/jobs/:id/problems', { params: { id }, signal });
/** The calls that undo an import of questions. */
export const undoCalls: UndoImportCalls<QuestionImport> = {
  list: (page, signal) => api<typeof importQuestionsList>('GET', '/import/questions/jobs', { query: { page, per_page: EARLIER_PER_PAGE }, signal }),
  look: (id, signal) => api<typeof importQuestionsUndoPreview>('GET', '/import/questions/jobs/:id/take-back', { params: { id }, signal }),
  take: (id) => api<typeof importQuestionsUndo>('POST', '/import/questions/jobs/:id/take-back', { params: { id } }),
  load: loadImport,
};
export const reportPath = (id: number): `/api/${string}` => `/api/import/questions/jobs/${id}/errors`;

export const exportQuestions = (ids: readonly number[], format: QuestionExportFormat): Promise<void> =>
  download<typeof exportQuestionsEndpoint>('POST', '/export/question', { body: { question: [...ids], format }, timeoutMs: SLOW_MS });
