import { type MessageKey, type QuestionContent, QuestionImportOptions, type Translate } from '@classwright/contract';
import { computeNewStatus, computeStatusOf } from '@classwright/rules/questions/index';
import { auditEach } from '../../../../platform/audit/index.ts';
import type { Db, Tx } from '../../../../platform/database/index.ts';
import { fieldError } from '../../../../platform/errors.ts';
import type { FileStorage } from '../../../school/files/index.ts';
import { type HeldImport, importWhole, type OutcomeRow, type Report, storePreview } from '../../../school/imports/index.ts';
import { correctKey, createImportedQuestions, readerOf } from '../../questions/index.ts';
import { FileProblem } from '../read-file.ts';
import { type JudgedItem, judgeItems } from './judge.ts';
import { loadLookups } from './lookups.ts';
import { previewImages, storeImages } from './place-images.ts';
import { analyseBank, lockOtherImports } from './queries.ts';

export interface RunDependencies {
  t: Translate<MessageKey>;
  storage: FileStorage;
}

/** Reports for each question what a file would do, without doing it. @throws VALIDATION_FAILED at `file` */
export async function previewQuestions(tx: Tx, { row, bytes, person }: Omit<HeldImport, 'requestId'>, { t }: RunDependencies): Promise<void> {
  const options = QuestionImportOptions.parse(row.options);
  const judging = { t, options, lookups: await loadLookups(tx, person.schoolId), placer: previewImages(), importer: person };
  async function* outcomes(): AsyncGenerator<OutcomeRow[]> {
    for await (const batch of judgeItems(tx, bytes, judging)) yield batch.map((item) => toOutcome(item));
  }
  await inWords(() => storePreview(tx, row.id, outcomes()));
}

/**
 * Creates the questions of a file: all of them, or none while one has an error and the import is not partial. @throws
 * VALIDATION_FAILED at `file`
 */
export async function applyQuestions(db: Db, held: HeldImport, dependencies: RunDependencies): Promise<'finished' | 'refused'> {
  let made = 0;
  const outcome = await inWords(() =>
    importWhole(db, held.row, async (tx, report) => {
      made = await makeQuestions(tx, held, dependencies, report);
    }),
  );
  // nobody waits for it: until it is done the planner uses the old statistics
  if (outcome === 'finished' && made > FEW_QUESTIONS) void analyseBank(db).catch(() => undefined);
  return outcome;
}

/** The number of questions up to which the search plans are unaffected. */
const FEW_QUESTIONS = 1_000;

async function makeQuestions(tx: Tx, { row, bytes, person, requestId }: HeldImport, { t, storage }: RunDependencies, report: Report): Promise<number> {
  const options = QuestionImportOptions.parse(row.options);
  await lockOtherImports(tx);
  const judging = { t, options, lookups: await loadLookups(tx, person.schoolId), placer: storeImages(tx, storage, person), importer: person };
  const { status, teacher_status: teacherStatus } = computeNewStatus(readerOf(person), computeStatusOf(options.status)) ?? computeStatusOf('Not Approved');
  const author = { accountId: person.accountId, schoolId: person.schoolId, status, teacherStatus };
  const made: { id: number; title: string }[] = [];
  const correct = async (batch: readonly JudgedItem[]): Promise<JudgedItem[]> => {
    const done: JudgedItem[] = [];
    for (const item of batch) {
      const { correction, questionId } = item;
      const edit = { tx, actor: person, requestId, action: 'import.questions' };
      const isCorrected = correction !== null && questionId !== null && (await correctKey(edit, questionId, correction.responses));
      done.push(isCorrected ? { ...item, notes: item.notes.map((note) => (note.message === 'otherKey' ? { ...note, message: 'corrected' } : note)) } : item);
    }
    return done;
  };
  for await (const batch of judgeItems(tx, bytes, judging)) {
    const contents = batch.flatMap(({ content }) => (content ? [content] : []));
    const hasErrors = batch.some(({ problems }) => problems.length > 0) && !options.partial;
    const ids = report.isPointless || hasErrors ? null : await createImportedQuestions(tx, author, contents satisfies QuestionContent[]);
    let next = 0;
    const corrected = options.corrections && !report.isPointless && !hasErrors ? await correct(batch) : batch;
    await report.add(corrected.map((item) => toOutcome(item, item.content === null ? null : (ids?.[next++] ?? null))));
    for (const [at, id] of (ids ?? []).entries()) made.push({ id, title: contents[at]?.title ?? '' });
  }
  if (report.isPointless) return 0;
  const after = { import_id: row.id, file_name: row.file_name };
  await auditEach(
    tx,
    person,
    { action: 'import.questions', subjectType: 'question', requestId },
    made.map(({ id, title }) => ({ subjectId: id, after: { title, ...after } })),
  );
  return made.length;
}

function toOutcome({ row, name, content, questionId, problems, notes }: JudgedItem, madeId: number | null = null): OutcomeRow {
  const outcome = problems.length > 0 ? 'error' : content === null ? 'exists' : 'create';
  return { row, outcome, questionId: madeId ?? questionId, cells: { name }, problems, notes };
}

/** Turns an error from reading a file into a message at the field. */
export async function inWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof FileProblem ? toFieldError(error) : error;
  }
}

/** Messages of spreadsheet problems that replace those about people from the accounts' import. */
const OF_QUESTIONS: Readonly<Record<string, string>> = {
  'sheet.not_xlsx': 'unknown',
  'sheet.too_large': 'sheetTooLarge',
};

function toFieldError({ problem, params }: FileProblem): Error {
  const own = OF_QUESTIONS[problem];
  if (own === undefined && problem.startsWith('sheet.')) return fieldError('file', `import.file.${problem.slice('sheet.'.length)}`, params);
  return fieldError('file', `questionImport.file.${own ?? problem}`, params);
}
