import type { MessageKey, QuestionImportOptions, Translate } from '@classwright/contract';
import { computeNewStatus, computeStatusOf } from '@classwright/rules/questions/index';
import { auditMany } from '../../../platform/audit/index.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { fieldError } from '../../../platform/errors.ts';
import type { FileStorage } from '../../files/index.ts';
import { importWhole, type OutcomeRow, type Report, storePreview } from '../../imports/index.ts';
import { createImportedQuestions, type QuestionContent } from '../../questions/index.ts';
import { FileProblem } from '../read-file.ts';
import { type JudgedItem, judgeItems } from './judge.ts';
import { loadLookups } from './lookups.ts';
import { lookAtImages, storeImages } from './place-images.ts';
import { holdOtherImports } from './queries.ts';

export interface QuestionImporter {
  accountId: number;
  schoolId: number | null;
  /** Chooses the step of approval. */
  canPublish: boolean;
  canApprove: boolean;
}

export interface QuestionImportTask {
  importId: number;
  bytes: Buffer;
  fileName: string;
  options: QuestionImportOptions;
  person: QuestionImporter;
  requestId: string;
}

export interface RunDependencies {
  t: Translate<MessageKey>;
  storage: FileStorage;
}

/** Says question by question what a file would do, and does nothing. @throws VALIDATION_FAILED at `file` */
export async function previewQuestions(
  tx: Tx,
  { importId, bytes, options }: Pick<QuestionImportTask, 'importId' | 'bytes' | 'options'>,
  { t }: RunDependencies,
): Promise<void> {
  const judging = { t, options, lookups: await loadLookups(tx), placer: lookAtImages() };
  async function* outcomes(): AsyncGenerator<OutcomeRow[]> {
    for await (const batch of judgeItems(tx, bytes, judging)) yield batch.map((item) => toOutcome(item));
  }
  await inWords(() => storePreview(tx, importId, outcomes()));
}

/**
 * Makes the questions of a file: all of them, or, as long as one has an error and `partial` is not set, none.
 * @throws VALIDATION_FAILED at `file`
 */
export function applyQuestions(db: Db, task: QuestionImportTask, dependencies: RunDependencies): Promise<'finished' | 'refused'> {
  const { importId, options } = task;
  return inWords(() => importWhole(db, { importId, isPartial: options.partial }, (tx, report) => makeQuestions(tx, task, dependencies, report)));
}

async function makeQuestions(
  tx: Tx,
  { importId, bytes, fileName, options, person, requestId }: QuestionImportTask,
  { t, storage }: RunDependencies,
  report: Report,
): Promise<void> {
  await holdOtherImports(tx);
  const judging = { t, options, lookups: await loadLookups(tx), placer: storeImages(tx, storage, person) };
  const { status, teacher_status: teacherStatus } = computeNewStatus(person, computeStatusOf(options.status)) ?? computeStatusOf('Not Approved');
  const author = { accountId: person.accountId, schoolId: person.schoolId, status, teacherStatus };
  const made: number[] = [];
  for await (const batch of judgeItems(tx, bytes, judging)) {
    const contents = batch.flatMap(({ content }) => (content ? [content] : []));
    const hasErrors = batch.some(({ problems }) => problems.length > 0) && !options.partial;
    const ids = report.isPointless || hasErrors ? null : await createImportedQuestions(tx, author, contents satisfies QuestionContent[]);
    let next = 0;
    await report.add(batch.map((item) => toOutcome(item, item.content === null ? null : (ids?.[next++] ?? null))));
    for (const id of ids ?? []) made.push(id);
  }
  if (report.isPointless) return;
  const after = { import_id: importId, file_name: fileName };
  await auditMany(tx, person, { action: 'import.questions', subjectType: 'question', after, requestId }, made);
}

function toOutcome({ row, name, content, questionId, problems, notes }: JudgedItem, madeId: number | null = null): OutcomeRow {
  const outcome = problems.length > 0 ? 'error' : content === null ? 'exists' : 'create';
  return { row, outcome, questionId: madeId ?? questionId, cells: { name }, problems, notes };
}

/** What keeps a file from being read, in words at the field. */
export async function inWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof FileProblem ? toFieldError(error) : error;
  }
}

/** Problems of spreadsheets speak of people in the words of the accounts' import. */
const OF_QUESTIONS: Readonly<Record<string, string>> = {
  'sheet.not_xlsx': 'unknown',
  'sheet.too_large': 'sheetTooLarge',
};

export function toFieldError({ problem, params }: FileProblem): Error {
  const own = OF_QUESTIONS[problem];
  if (own === undefined && problem.startsWith('sheet.')) return fieldError('file', `import.file.${problem.slice('sheet.'.length)}`, params);
  return fieldError('file', `questionImport.file.${own ?? problem}`, params);
}
