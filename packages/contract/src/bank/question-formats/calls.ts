import { STATUS_LABELS } from '@classwright/rules/questions/approval';
import { z } from 'zod';
import { endpoint } from '../../core/endpoint.ts';
import { flag, id, packMessage, pageQuery, Pagination } from '../../core/fields.ts';
import { oneFile } from '../../core/taken-files.ts';
import { IMPORT_STATUSES, ImportProblemGroup, ImportView, ImportUndoPlan } from '../../school/imports/calls.ts';
import { asMessage } from '../../messages/translate.ts';
import { QUESTION_EXPORT_FORMATS, QUESTION_FORMATS, QUESTION_IMPORT_LIMITS } from './limits.ts';

export * from './limits.ts';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const label = (name: string): string => asMessage(`question.field.${name}`);
const optionalId = (name: string) =>
  z.union([z.literal(['', null]).transform(() => null), id(label(name))], { error: packMessage('validation.id', { label: label(name) }) }).default(null);
const choice = (name: string, choices: readonly string[]) => ({ error: packMessage('validation.choice', { label: label(name), choices: choices.join(', ') }) });

/** The values for questions that do not have their own. */
export const QuestionImportOptions = z.object({
  /** Imports the questions without errors even when others have some. */
  partial: flag(asMessage('questionImport.partial')).default(false),
  /** Gives existing questions with another right answer a new version with the file's answer. */
  corrections: flag(asMessage('questionImport.corrections')).default(false),
  topic_id: optionalId('topic_id'),
  standard_id: optionalId('standard_id'),
  question_subject_id: optionalId('question_subject_id'),
  question_grade_id: optionalId('question_grade_id'),
  /** PUBLISHED: questions that have everything a published question needs; the others become drafts. */
  published_state: z.enum(['DRAFT', 'PUBLISHED'], choice('published_state', ['DRAFT', 'PUBLISHED'])).default('PUBLISHED'),
  /** The step of approval, if the importer may choose it. */
  status: z.enum(STATUS_LABELS, choice('status', STATUS_LABELS)).default('Not Approved'),
});
export type QuestionImportOptions = z.output<typeof QuestionImportOptions>;

export const QuestionImportView = ImportView.extend({
  status: z.enum(IMPORT_STATUSES),
  /** The detected format of the file. */
  format: z.enum(QUESTION_FORMATS),
  /** The number of existing questions with another right answer that the importer may change. */
  correction_count: z.number().int(),
});
export type QuestionImportView = z.infer<typeof QuestionImportView>;

/** A problem at a place in the file, or a note on something left out there. */
export const QuestionFinding = z.object({ column: z.string(), column_title: z.string(), value: z.string(), message: z.string() });
export type QuestionFinding = z.infer<typeof QuestionFinding>;

export const QuestionImportRow = z.object({
  /** The row number of a spreadsheet; in other formats the number of the question in the file. */
  row: z.number().int(),
  /** The name. */
  name: z.string(),
  outcome: z.enum(['create', 'exists', 'error']),
  /** The question, or null when there is none (yet). */
  question_id: z.number().int().nullable(),
  problems: z.array(QuestionFinding),
  notes: z.array(QuestionFinding),
  /** The result of undoing the import for this question. Null: not undone. */
  taken_back: z.object({ gone: z.boolean(), message: z.string() }).nullable(),
});
export type QuestionImportRow = z.infer<typeof QuestionImportRow>;

const outcome = z.object({
  import: QuestionImportView,
  message: z.string(),
  /** The first of the created questions. */
  questions: z.array(z.object({ id: z.number().int(), title: z.string() })),
  /** The first errors. */
  errors: z.array(QuestionFinding.extend({ row: z.number().int() })),
});
const params = z.object({ id: id(asMessage('import.field.import')) });
const mayImport = { resource: 'question-imports', action: 'create' } as const;

export const importQuestions = endpoint({
  name: 'import.questions',
  cost: 20,
  method: 'POST',
  path: '/import/questions',
  access: mayImport,
  summary:
    'Import questions from a spreadsheet, GIFT, Moodle XML, Aiken or QTI 2 and 3: a preview, or the thing itself. Replies with what was made and what went wrong, or a job to follow for a long file',
  files: oneFile({ bytes: QUESTION_IMPORT_LIMITS.maxFileBytes, required: 'import.file.required' }),
  body: QuestionImportOptions.extend({ mode: z.enum(['preview', 'apply']).default('apply') }),
  response: outcome,
  errors: ['IMPORT_REFUSED'],
  successStatus: 201,
  ownTransaction: true,
});

export const importQuestionsApply = endpoint({
  name: 'import.questions.apply',
  cost: 20,
  method: 'POST',
  path: '/import/questions/jobs/:id/apply',
  access: mayImport,
  summary: 'Imports the questions that a preview showed',
  params,
  body: QuestionImportOptions,
  response: outcome,
  errors: ['IMPORT_REFUSED', 'IMPORT_NOT_PREVIEW'],
  ownTransaction: true,
});

export const importQuestionsGet = endpoint({
  name: 'import.questions.get',
  method: 'GET',
  path: '/import/questions/jobs/:id',
  access: mayImport,
  summary: 'The progress and the result of an import of questions',
  params,
  response: outcome,
  errors: [],
  readOnly: true,
});

export const importQuestionsRows = endpoint({
  name: 'import.questions.rows',
  method: 'GET',
  path: '/import/questions/jobs/:id/rows',
  access: mayImport,
  summary: 'Question by question what an import would do, or did. `note`: what something was left out of; `finding`: these and the errors',
  params,
  query: pageQuery.extend({
    outcome: z.enum(['create', 'exists', 'error', 'note', 'finding']).optional(),
    /** With `code`, and `value` where its group has one: the column of the questions with this finding. */
    column: z.string().max(40).optional(),
    code: z.string().max(40).optional(),
    value: z.string().max(300).optional(),
  }),
  response: z.object({ data: z.array(QuestionImportRow), pagination: Pagination }),
  errors: [],
  readOnly: true,
});

export const importQuestionsProblems = endpoint({
  name: 'import.questions.problems',
  method: 'GET',
  path: '/import/questions/jobs/:id/problems',
  access: mayImport,
  summary: 'The errors and notes of an import of questions, grouped by their text: errors first, the most frequent first',
  params,
  response: z.object({
    data: z.array(ImportProblemGroup),
    /** The number of groups, including those beyond the ones sent. */
    total: z.number().int(),
  }),
  errors: [],
  readOnly: true,
});

export const importQuestionsList = endpoint({
  name: 'import.questions.list',
  method: 'GET',
  path: '/import/questions/jobs',
  access: mayImport,
  summary: 'One’s own imports of questions that were begun, the newest first, of the last 30 days',
  query: pageQuery,
  response: z.object({ data: z.array(QuestionImportView), pagination: Pagination }),
  errors: [],
  readOnly: true,
});

export const importQuestionsUndoPreview = endpoint({
  name: 'import.questions.takeBack.look',
  cost: 5,
  method: 'GET',
  path: '/import/questions/jobs/:id/take-back',
  access: mayImport,
  summary: 'The effect of undoing an import of questions: how many are removed, and which are kept and why',
  params,
  response: z.object({ import: QuestionImportView, plan: ImportUndoPlan }),
  errors: [],
  readOnly: true,
});

export const importQuestionsUndo = endpoint({
  name: 'import.questions.takeBack',
  cost: 20,
  method: 'POST',
  path: '/import/questions/jobs/:id/take-back',
  access: mayImport,
  summary: 'Take a whole import of questions back, as a job: those that it made and nobody has used or changed since are archived, the others stay',
  params,
  response: z.object({ import: QuestionImportView, message: z.string() }),
  errors: ['IMPORT_TAKEN_BACK', 'IMPORT_TOO_OLD', 'IMPORT_MADE_NOTHING'],
});

export const importQuestionsErrors = endpoint({
  name: 'import.questions.errors',
  cost: 10,
  method: 'GET',
  path: '/import/questions/jobs/:id/errors',
  access: mayImport,
  summary: 'The report of an import as a spreadsheet: row, column, value, what to do or what was left out',
  params,
  response: z.object({}),
  download: XLSX,
  acceptsHandOff: true,
  readOnly: true,
  errors: ['HAND_OFF_REFUSED'],
});

const QUESTION = asMessage('question.thing');
const MAX_EXPORTED = 1000;
const exported = z.union([z.array(id(QUESTION)).min(1).max(MAX_EXPORTED), id(QUESTION).transform((one) => [one])], {
  error: packMessage('questionExport.which', { most: MAX_EXPORTED }),
});

export const exportQuestions = endpoint({
  name: 'export.question',
  cost: 20,
  method: 'POST',
  path: '/export/question',
  access: { resource: 'question-exports', action: 'view' },
  summary: 'One question or several as a file: a spreadsheet, GIFT or a QTI 3 package; kept in the audit trail',
  body: z.object({
    /** One id, or several. */
    question: exported,
    format: z
      .enum(QUESTION_EXPORT_FORMATS, {
        error: packMessage('validation.choice', { label: asMessage('questionExport.format'), choices: QUESTION_EXPORT_FORMATS.join(', ') }),
      })
      .default('xlsx'),
  }),
  response: z.object({}),
  download: 'application/octet-stream',
  ownTransaction: true,
  errors: ['QUESTION_NOT_FOUND', 'NOT_YOUR_QUESTION'],
});
