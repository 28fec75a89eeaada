import { importQuestionsList, importQuestionsUndo, importQuestionsUndoPreview, type MessageKey, type Translate } from '@classwright/contract';
import type { Db } from '../../../../platform/database/index.ts';
import { appError } from '../../../../platform/errors.ts';
import { implement, type Implementation } from '../../../../platform/http/index.ts';
import type { Jobs } from '../../../../platform/jobs/index.ts';
import { toPagination } from '../../../../platform/lists.ts';
import { startImportUndo, findImport, getImport, type ImportRow, listImports, planImportUndo, type ImportUndoActions } from '../../../school/imports/index.ts';
import { archiveUnused, judgeUnusedQuestions, listTitles } from '../../questions/index.ts';
import { countCorrected, countCorrections } from './queries.ts';
import { toQuestionImportView } from './views.ts';

/** Returns the time when the import ended; until then everything was as it had created it. */
const sinceOf = ({ finished_at, created_at }: ImportRow): Date => finished_at ?? created_at;

/** Undoes an import of questions by archiving those that nobody has used. */
export function questionImportUndo({ t }: { t: Translate<MessageKey> }): ImportUndoActions {
  return {
    kind: 'question',
    jobKind: 'import.questions.takeBack',
    right: 'question-imports:create',
    t,
    judge: (db, _person, ids, row) => judgeUnusedQuestions(db, ids, sinceOf(row)),
    take: (tx, person, ids, row, requestId) => archiveUnused(tx, person, ids, { since: sinceOf(row), requestId, action: 'import.takeBack.question' }),
    names: listTitles,
    async remarks(db, row) {
      const corrected = await countCorrected(db, row.id);
      return [t('takeBack.remark.question'), ...(corrected > 0 ? [t('takeBack.remark.corrected', { count: corrected })] : [])];
    },
  };
}

/** Implements reading one's own imports of questions, and undoing one. */
export function implementQuestionImportUndo({ t, jobs }: { t: Translate<MessageKey>; jobs: Jobs }): Implementation[] {
  const means = questionImportUndo({ t });
  const present = async (db: Db, row: ImportRow) => toQuestionImportView(row, await countCorrections(db, row.id), t);
  return [
    implement(importQuestionsList, async ({ tx, actor, input }) => {
      const { page, per_page } = input;
      const { rows, total } = await listImports(tx, actor.accountId, 'question', { limit: per_page, offset: (page - 1) * per_page });
      return { data: rows.map((row) => toQuestionImportView(row, 0, t)), pagination: toPagination(input, total) };
    }),
    implement(importQuestionsUndoPreview, async ({ tx, actor, input }) => {
      const row = await findImport(tx, input.id, actor.accountId, 'question');
      if (!row) throw appError('NOT_FOUND');
      return { import: await present(tx, row), plan: await planImportUndo(tx, actor, row, means) };
    }),
    implement(importQuestionsUndo, async ({ tx, actor, input, requestId }) => {
      await startImportUndo(tx, actor, input.id, { jobs, requestId, kind: means.kind, jobKind: means.jobKind });
      const row = await getImport(tx, input.id);
      return { import: await present(tx, row), message: t('takeBack.begun', { file: row.file_name }) };
    }),
  ];
}
