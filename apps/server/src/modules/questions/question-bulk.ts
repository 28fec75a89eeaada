import { type MessageKey, questionBulk, questionDelete, questionRestore, questionStatusUpdate } from '@classwright/contract';
import { computeNextStep } from '@classwright/rules/questions/index';
import { auditMany } from '../../platform/audit/index.ts';
import type { Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import { implement, type Implementation } from '../../platform/http/index.ts';
import { type BankReader, isChangeable, readerOf } from './access.ts';
import { archiveQuestions, holdQuestions } from './archive-queries.ts';
import { type BankRow, listBankRows } from './bank-queries.ts';
import type { BankDependencies } from './bank.ts';
import { restoreQuestions } from './question-archive.ts';
import { takeApprovalStep } from './service.ts';

interface Act {
  /** The words of what was done, for one and for many. */
  /** As the audit trail names it: as the call for one question. */
  action: string;
  words: 'question.bulk.archive' | 'question.bulk.restore' | 'question.bulk.approve';
  archived: boolean;
  /** Why it cannot be done with a question, or null. */
  refusal: (reader: BankReader, row: BankRow) => Error | null;
  run: (tx: Tx, reader: BankReader, rows: readonly BankRow[]) => Promise<void>;
}

/** Whoever may delete at all deletes and brings back what is theirs to change. */
function refuseDelete(reader: BankReader, row: BankRow): Error | null {
  if (!reader.canDelete) return appError('NOT_ALLOWED');
  return isChangeable(reader, row) ? null : appError('NOT_YOUR_QUESTION');
}

const ACTS: Record<'archive' | 'restore' | 'approve', Act> = {
  archive: {
    action: questionDelete.name,
    words: 'question.bulk.archive',
    archived: false,
    refusal: refuseDelete,
    run: (tx, _reader, rows) =>
      archiveQuestions(
        tx,
        rows.map(({ id }) => id),
      ),
  },
  restore: {
    action: questionRestore.name,
    words: 'question.bulk.restore',
    archived: true,
    refusal: refuseDelete,
    run: (tx, _reader, rows) => restoreQuestions(tx, rows),
  },
  approve: {
    action: questionStatusUpdate.name,
    words: 'question.bulk.approve',
    archived: false,
    refusal: (reader, row) => (row.published_state === 'PUBLISHED' && computeNextStep(row, reader) !== null ? null : appError('STATUS_ROLE_NOT_ALLOWED')),
    async run(tx, reader, rows) {
      for (const row of rows) {
        const next = computeNextStep(row, reader);
        if (next) await takeApprovalStep(tx, row.id, reader.accountId, next);
      }
    },
  },
};

/** The same done with many questions: those that refuse are named with their reason, the others are done, all in one go. */
export function implementQuestionBulk({ t }: BankDependencies): Implementation {
  return implement(questionBulk, async ({ tx, actor, input: { act: name, ids }, requestId }) => {
    const reader = await readerOf(tx, actor);
    const act = ACTS[name];
    const asked = [...new Set(ids)];
    await holdQuestions(tx, asked);
    const rows = new Map((await listBankRows(tx, reader, asked, { archived: act.archived })).map((row) => [row.id, row]));
    const judged = asked.map((id) => {
      const row = rows.get(id);
      return { id, row, refusal: row ? act.refusal(reader, row) : appError('QUESTION_NOT_FOUND') };
    });
    const fit = judged.flatMap(({ row, refusal }) => (row && !refusal ? [row] : []));
    if (fit.length > 0) await act.run(tx, reader, fit);
    await auditMany(
      tx,
      actor,
      { action: act.action, subjectType: 'question', requestId },
      fit.map(({ id }) => id),
    );
    return {
      done: fit.map(({ id }) => id),
      refused: judged.flatMap(({ id, row, refusal }) => (refusal ? [{ id, title: row?.title ?? '', ...toWords(refusal) }] : [])),
      message: t(`${act.words}.${fit.length === 1 ? 'one' : 'many'}`, { count: fit.length }),
    };
  });

  function toWords(refusal: Error): { code: string; message: string } {
    const code = (refusal as Error & { code: string }).code;
    return { code, message: code === 'STATUS_ROLE_NOT_ALLOWED' ? t('question.bulk.noStep') : t(`error.${code}` as MessageKey) };
  }
}
