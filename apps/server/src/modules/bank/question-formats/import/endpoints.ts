import {
  importQuestions,
  importQuestionsApply,
  importQuestionsErrors,
  importQuestionsGet,
  importQuestionsProblems,
  importQuestionsRows,
  MAX_PROBLEM_GROUPS,
  type QuestionImportOptions,
} from '@classwright/contract';
import { type Db, inTransaction } from '../../../../platform/database/index.ts';
import { AppError, appError } from '../../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../../platform/http/index.ts';
import type { Jobs } from '../../../../platform/jobs/index.ts';
import { toPagination } from '../../../../platform/lists.ts';
import {
  countOutcomes,
  errorSheet,
  findImport,
  getImport,
  lockImportFile,
  type ImportRow,
  insertImport,
  listOutcomes,
  listProblemGroups,
  updateImport,
} from '../../../school/imports/index.ts';
import { packMessage } from '@classwright/contract';
import type { Finding } from '../imported-question.ts';
import { openQuestionFile } from '../open-file.ts';
import { QUESTION_IMPORT_JOB } from './job.ts';
import { countCorrections } from './queries.ts';
import { applyQuestions, inWords, previewQuestions, type RunDependencies } from './run.ts';
import { loadNames } from './lookups.ts';
import { BY_VALUE, toFindingView, toQuestionGroupView, toQuestionImportView, toQuestionRow } from './views.ts';

/** The maximum size of a file that is processed within the request; a longer one becomes a job. */
const INLINE_BYTES = 64 * 1024;
/** The maximum number of created questions, and of errors, in a response; the rows have the others. */
const MOST_SHOWN = 100;

export interface QuestionImportDependencies extends RunDependencies {
  jobs: Jobs;
}

/** Implements importing questions from a file, as a preview or to apply it, applying a preview, and the report. */
export function implementQuestionImport({ jobs, ...dependencies }: QuestionImportDependencies): Implementation[] {
  const { t } = dependencies;

  async function requireImport(db: Db, actor: Actor, id: number): Promise<ImportRow> {
    const row = await findImport(db, id, actor.accountId, 'question');
    if (!row) throw appError('NOT_FOUND');
    return row;
  }

  async function answer(db: Db, importId: number) {
    const row = await getImport(db, importId);
    const view = toQuestionImportView(row, await countCorrections(db, importId), t);
    const isDone = row.status === 'finished';
    const made = isDone ? await listOutcomes<Finding>(db, importId, { outcome: 'create', limit: MOST_SHOWN }) : [];
    const wrong = await listOutcomes<Finding>(db, importId, { outcome: 'error', limit: MOST_SHOWN });
    return {
      import: view,
      message: view.message ?? t('questionImport.started', { file: row.file_name }),
      questions: made.flatMap(({ question_id: id, cells }) => (id === null ? [] : [{ id, title: cells['name'] ?? '' }])),
      errors: wrong.flatMap(({ row_number, problems }) => problems.map((problem) => ({ row: row_number, ...toFindingView(problem, t) }))),
    };
  }

  async function apply(db: Db, actor: Actor, task: { importId: number; bytes: Buffer; fileName: string; options: QuestionImportOptions; requestId: string }) {
    const { importId, bytes, requestId } = task;
    if (bytes.length > INLINE_BYTES) {
      await inTransaction(db, async (tx) => {
        await updateImport(tx, importId, { status: 'waiting' });
        await jobs.enqueue(tx, QUESTION_IMPORT_JOB, [{ import_id: importId, request_id: requestId }], { requestId });
      });
      return answer(db, importId);
    }
    const outcome = await applyQuestions(db, { ...task, person: actor }, dependencies);
    if (outcome === 'refused') {
      const { error_count: errors, total_rows: total } = await getImport(db, importId);
      throw new AppError('IMPORT_REFUSED', { import_id: importId, errors, total }, { file: [packMessage('questionImport.refused', { errors, total })] });
    }
    return answer(db, importId);
  }

  /** Reads as far as the first question. @throws VALIDATION_FAILED at `file` */
  async function requireReadable(bytes: Buffer): Promise<string> {
    return inWords(async () => {
      const { format, end } = await openQuestionFile(bytes);
      await end();
      return format;
    });
  }

  return [
    implement(importQuestions, async ({ tx: db, actor, input, files: [file], requestId }) => {
      const { mode, ...options } = input;
      const format = await requireReadable(file.bytes);
      const isPreview = mode === 'preview';
      const importId = await inTransaction(db, async (tx) => {
        const values = { account_id: actor.accountId, kind: 'question' as const, file_name: file.name, file: file.bytes, status: 'preview' as const };
        const id = await insertImport(tx, { ...values, format, is_partial: options.partial, options: JSON.stringify(options) });
        if (isPreview) await previewQuestions(tx, { importId: id, bytes: file.bytes, options, person: actor }, dependencies);
        return id;
      });
      return isPreview ? answer(db, importId) : apply(db, actor, { importId, bytes: file.bytes, fileName: file.name, options, requestId });
    }),
    implement(importQuestionsApply, async ({ tx: db, actor, input, requestId }) => {
      const { id, ...options } = input;
      const row = await requireImport(db, actor, id);
      const bytes = await inTransaction(db, async (tx) => {
        const held = await lockImportFile(tx, row.id, ['preview', 'refused']);
        if (held) await updateImport(tx, row.id, { status: 'running', is_partial: options.partial, options: JSON.stringify(options), done_rows: 0 });
        return held;
      });
      if (!bytes) throw appError('IMPORT_NOT_PREVIEW');
      return apply(db, actor, { importId: row.id, bytes, fileName: row.file_name, options, requestId });
    }),
    implement(importQuestionsGet, async ({ tx, actor, input }) => answer(tx, (await requireImport(tx, actor, input.id)).id)),
    implement(importQuestionsRows, async ({ tx, actor, input }) => {
      const { id } = await requireImport(tx, actor, input.id);
      const { outcome, column, code, value, page, per_page } = input;
      const said = column && code ? { column, message: code, ...(value === undefined ? {} : { value }) } : undefined;
      const [rows, total] = await Promise.all([
        listOutcomes<Finding>(tx, id, { outcome, said, limit: per_page, offset: (page - 1) * per_page }),
        countOutcomes(tx, id, outcome, said),
      ]);
      return { data: rows.map((row) => toQuestionRow(row, t)), pagination: toPagination(input, total) };
    }),
    implement(importQuestionsProblems, async ({ tx, actor, input }) => {
      const { id } = await requireImport(tx, actor, input.id);
      const [{ groups, total }, names] = await Promise.all([listProblemGroups<Finding>(tx, id, BY_VALUE, MAX_PROBLEM_GROUPS), loadNames(tx)]);
      return { data: groups.map((group) => toQuestionGroupView(group, names, t)), total };
    }),
    implement(importQuestionsErrors, async ({ tx, actor, input }) => {
      const { id } = await requireImport(tx, actor, input.id);
      const inLine = (one: Finding) => {
        const { column_title: column, value, message: remedy } = toFindingView(one, t);
        return { column, value, remedy };
      };
      return errorSheet<Finding>(tx, id, { t, outcome: 'finding', linesOf: ({ problems, notes }) => [...problems, ...notes].map(inLine) });
    }),
  ];
}
