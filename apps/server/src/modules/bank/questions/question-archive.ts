import {
  type ArchivedQuestionView,
  type MessageKey,
  questionArchiveList,
  questionDelete,
  questionPurge,
  questionRestore,
  type Translate,
} from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { toPagination } from '../../../platform/lists.ts';
import { computeOwnerReach } from '../../../platform/reach.ts';
import { type BankReader, isChangeable, readerOf } from './access.ts';
import { type ArchivedRow, archiveQuestions, eraseQuestion, findUse, listArchive, unarchiveQuestions } from './archive-queries.ts';
import { type BankRow, findBankRow, listBankRows } from './bank-queries.ts';
import type { BankDependencies } from './dependencies.ts';
import { loadQuestionView, toRecord } from './present.ts';
import { lockChangeable } from './question-save.ts';
import { lockQuestionRow } from './queries.ts';
import { indexQuestions } from './service.ts';

/** Implements deleting, which moves a question to the archive, restoring it, and erasing it permanently. */
export function implementQuestionArchive(dependencies: BankDependencies): Implementation[] {
  const { t } = dependencies;
  return [
    implement(questionDelete, async ({ tx, actor, input, requestId }) => {
      const reader = readerOf(actor);
      const row = await lockChangeable(tx, reader, input.id, undefined, dependencies);
      const use = await findUse(tx, row.id);
      const archived = use.assessments > 0 || use.wasAsked;
      await archiveQuestions(tx, [row.id]);
      await audit(tx, actor, { action: questionDelete.name, subjectType: 'question', subjectId: row.id, before: toRecord(row), requestId });
      return { id: row.id, archived, message: archived ? t('question.archived', { dependents: dependentsOf(t, use) }) : t('question.deleted') };
    }),
    implement(questionArchiveList, async ({ tx, actor, input }) => {
      const page = { text: input.search_text, limit: input.per_page, offset: (input.page - 1) * input.per_page };
      const { rows, total } = await listArchive(tx, computeOwnerReach(actor), page);
      return { data: rows.map(toArchivedView), pagination: toPagination(input, total) };
    }),
    implement(questionRestore, async ({ tx, actor, input, requestId }) => {
      const reader = readerOf(actor);
      const row = await lockArchived(tx, reader, input.id);
      await restoreQuestions(tx, [row]);
      await audit(tx, actor, { action: questionRestore.name, subjectType: 'question', subjectId: row.id, after: toRecord(row), requestId });
      const question = await loadQuestionView(tx, reader, (await findBankRow(tx, reader, row.id)) as BankRow, dependencies);
      return { question, data: question, message: t(row.published_state === 'DRAFT' ? 'question.broughtBackDraft' : 'question.broughtBack') };
    }),
    implement(questionPurge, async ({ tx, actor, input, requestId }) => {
      const reader = readerOf(actor);
      const row = await lockArchived(tx, reader, input.id);
      const use = await findUse(tx, row.id);
      if (use.assessments > 0 || use.wasAsked) throw appError('IN_USE', { name: row.title || t('question.thing'), dependents: dependentsOf(t, use) });
      await eraseQuestion(tx, row.id);
      await audit(tx, actor, { action: questionPurge.name, subjectType: 'question', subjectId: row.id, before: toRecord(row), requestId });
      return { id: row.id, message: t('question.purged') };
    }),
  ];
}

function dependentsOf(t: Translate<MessageKey>, { assessments }: { assessments: number }): string {
  if (assessments === 0) return t('question.inLessons');
  return t('depends.assessments', { count: assessments });
}

/**
 * Returns an archived question, locked until commit, for its author or an Admin. @throws QUESTION_NOT_FOUND,
 * NOT_YOUR_QUESTION
 */
async function lockArchived(tx: Tx, reader: BankReader, id: number): Promise<BankRow> {
  await lockQuestionRow(tx, id);
  const [row] = await listBankRows(tx, reader, [id], { archived: true });
  if (!row) throw appError('QUESTION_NOT_FOUND');
  if (!isChangeable(reader, row)) throw appError('NOT_YOUR_QUESTION');
  return row;
}

/** Restores locked questions from the archive, including lists and search. */
export async function restoreQuestions(tx: Tx, rows: readonly BankRow[]): Promise<void> {
  await unarchiveQuestions(
    tx,
    rows.map(({ id }) => id),
  );
  await indexQuestions(
    tx,
    rows.map((row) => ({ questionId: row.id, content: row })),
  );
}

const toArchivedView = ({ first_name, last_name, archived_at, ...row }: ArchivedRow): ArchivedQuestionView => ({
  ...row,
  full_name: `${first_name} ${last_name}`.trim(),
  archived_at: archived_at.toISOString(),
});
