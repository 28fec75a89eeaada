import {
  importQuestions,
  importQuestionsApply,
  importQuestionsErrors,
  importQuestionsGet,
  importQuestionsList,
  importQuestionsProblems,
  importQuestionsRows,
  importQuestionsUndo,
  importQuestionsUndoPreview,
  type MessageKey,
  type QuestionImportOptions,
  type Translate,
} from '@classwright/contract';
import type { Db } from '../../../../platform/database/index.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import { getImport, type ImportRow, type ImportRun, listOutcomes } from '../../../school/imports/index.ts';
import type { Finding } from '../imported-question.ts';
import { loadNames } from './lookups.ts';
import { countCorrections } from './queries.ts';
import { toFindingView, toQuestionGroupView, toQuestionImportView, toQuestionRow } from './views.ts';

/** The maximum number of created questions, and of errors, in a response; the rows have the others. */
const MOST_SHOWN = 100;

/** Implements importing questions from a file, and undoing an import. */
export function implementQuestionImport(run: ImportRun<Finding>, t: Translate<MessageKey>): Implementation[] {
  const present = async (db: Db, row: ImportRow) => toQuestionImportView(row, await countCorrections(db, row.id), t);
  const choicesOf = (options: QuestionImportOptions) => ({ is_partial: options.partial, options: JSON.stringify(options) });

  async function answer(db: Db, importId: number) {
    const row = await getImport(db, importId);
    const view = await present(db, row);
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

  return [
    implement(importQuestions, async ({ tx: db, actor, input, files: [file], requestId }) => {
      const { mode, ...options } = input;
      return answer(db, await run.start(db, actor, { file, choices: choicesOf(options), isPreview: mode === 'preview', requestId }));
    }),
    implement(importQuestionsApply, async ({ tx: db, actor, input, requestId }) => {
      const { id, ...options } = input;
      await run.apply(db, actor, id, choicesOf(options), requestId);
      return answer(db, id);
    }),
    implement(importQuestionsGet, async ({ tx, actor, input }) => answer(tx, (await run.require(tx, actor, input.id)).id)),
    implement(importQuestionsRows, async ({ tx, actor, input }) => {
      const { rows, pagination } = await run.listRows(tx, actor, input);
      return { data: rows.map((row) => toQuestionRow(row, t)), pagination };
    }),
    implement(importQuestionsProblems, async ({ tx, actor, input }) => {
      const [{ groups, total }, names] = await Promise.all([run.listGroups(tx, actor, input.id), loadNames(tx, actor.schoolId)]);
      return { data: groups.map((group) => toQuestionGroupView(group, names, t)), total };
    }),
    implement(importQuestionsErrors, async ({ tx, actor, input }) => run.writeErrors(tx, actor, input.id)),
    implement(importQuestionsList, async ({ tx, actor, input }) => {
      const { rows, pagination } = await run.listStarted(tx, actor, input);
      return { data: rows.map((row) => toQuestionImportView(row, 0, t)), pagination };
    }),
    implement(importQuestionsUndoPreview, async ({ tx, actor, input }) => {
      const { row, plan } = await run.planUndo(tx, actor, input.id);
      return { import: await present(tx, row), plan };
    }),
    implement(importQuestionsUndo, async ({ tx, actor, input, requestId }) => {
      const row = await run.startUndo(tx, actor, input.id, requestId);
      return { import: await present(tx, row), message: t('takeBack.begun', { file: row.file_name }) };
    }),
  ];
}
