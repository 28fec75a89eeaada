import { type BULK_ACTS, questionBulk, questionDelete, questionRestore, questionStatusUpdate, questionUpdate } from '@classwright/contract';
import { computeNextStep, QUESTION_LIMITS } from '@classwright/rules/questions/index';
import { isInvisible } from '@classwright/rules/text/invisible';
import { auditEach } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { fieldError } from '../../../platform/errors.ts';
import { type Actor, implement, type Implementation } from '../../../platform/http/index.ts';
import { type BankReader, isChangeable, readerOf } from './access.ts';
import { archiveQuestions, lockQuestions, saveTags } from './archive-queries.ts';
import { type BankRow, listBankRows } from './bank-queries.ts';
import type { BankDependencies } from './dependencies.ts';
import { restoreQuestions } from './question-archive.ts';
import { fileIdsOf } from './question-save.ts';
import { editQuestion, indexQuestions, takeApprovalStep } from './service.ts';

type ActName = (typeof BULK_ACTS)[number];
type Refusal = 'NOT_ALLOWED' | 'NOT_YOUR_QUESTION' | 'QUESTION_NOT_FOUND' | 'STATUS_ROLE_NOT_ALLOWED' | 'TOO_MANY_TAGS';
interface Asked {
  reader: BankReader;
  actor: Pick<Actor, 'accountId' | 'schoolId'>;
  tag: string;
}

interface Act {
  /** The name in the audit trail: the call for one question. */
  action: string;
  archived: boolean;
  /** Returns the reason why a question is refused, or null. */
  refusal: (asked: Asked, row: BankRow) => Refusal | null;
  /** Returns true when nothing needs to change: the question is neither done nor refused. */
  isDone?: (asked: Asked, row: BankRow) => boolean;
  run: (tx: Tx, asked: Asked, rows: readonly BankRow[]) => Promise<void>;
}

/**
 * Returns the refusal to delete or restore: people with the right to delete can do it only with questions that they may
 * change.
 */
function refuseDelete({ reader }: Asked, row: BankRow): Refusal | null {
  if (!reader.canDelete) return 'NOT_ALLOWED';
  return isChangeable(reader, row) ? null : 'NOT_YOUR_QUESTION';
}

const refuseEdit = ({ reader }: Asked, row: BankRow): Refusal | null =>
  !reader.canEdit ? 'NOT_ALLOWED' : isChangeable(reader, row) ? null : 'NOT_YOUR_QUESTION';

const isSameTag = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
const hasTag = ({ tag }: Asked, row: BankRow): boolean => row.tag.some((one) => isSameTag(one, tag));

/**
 * Changes the tags of questions. Their content and approval are unchanged. A version that was asked never changes: such
 * a question gets its tags with a new version.
 */
async function fileUnder(tx: Tx, { actor }: Asked, rows: readonly BankRow[], tagsOf: (row: BankRow) => string[]): Promise<void> {
  const filed = rows.map((row) => ({ row, tag: tagsOf(row) }));
  for (const { row, tag } of filed)
    if (row.first_used_at !== null) await editQuestion(tx, { questionId: row.id, editor: actor, content: { ...row, tag }, usableFileIds: fileIdsOf(row) });
  await saveTags(
    tx,
    filed.flatMap(({ row, tag }) => (row.first_used_at === null ? [{ questionId: row.id, versionId: row.version_id, tag }] : [])),
  );
  await indexQuestions(
    tx,
    filed.map(({ row, tag }) => ({ questionId: row.id, content: { ...row, tag } })),
  );
}

const ACTS: Record<ActName, Act> = {
  archive: {
    action: questionDelete.name,
    archived: false,
    refusal: refuseDelete,
    run: (tx, _asked, rows) =>
      archiveQuestions(
        tx,
        rows.map(({ id }) => id),
      ),
  },
  restore: {
    action: questionRestore.name,
    archived: true,
    refusal: refuseDelete,
    run: (tx, _asked, rows) => restoreQuestions(tx, rows),
  },
  approve: {
    action: questionStatusUpdate.name,
    archived: false,
    refusal: ({ reader }, row) => (row.published_state === 'PUBLISHED' && computeNextStep(row, reader) !== null ? null : 'STATUS_ROLE_NOT_ALLOWED'),
    async run(tx, { reader }, rows) {
      for (const row of rows) {
        const next = computeNextStep(row, reader);
        if (next) await takeApprovalStep(tx, row.id, reader.accountId, next);
      }
    },
  },
  tag: {
    action: questionUpdate.name,
    archived: false,
    refusal: (asked, row) => refuseEdit(asked, row) ?? (hasTag(asked, row) || row.tag.length < QUESTION_LIMITS.maxTags ? null : 'TOO_MANY_TAGS'),
    isDone: hasTag,
    run: (tx, asked, rows) => fileUnder(tx, asked, rows, (row) => [...row.tag, asked.tag]),
  },
  untag: {
    action: questionUpdate.name,
    archived: false,
    refusal: refuseEdit,
    isDone: (asked, row) => !hasTag(asked, row),
    run: (tx, asked, rows) => fileUnder(tx, asked, rows, (row) => row.tag.filter((one) => !isSameTag(one, asked.tag))),
  },
};

/**
 * Implements actions on many questions in one transaction: refused ones are listed with their reason, the others are
 * done.
 */
export function implementQuestionBulk({ t }: BankDependencies): Implementation {
  return implement(questionBulk, async ({ tx, actor, input: { act: name, ids, tag }, requestId }) => {
    if ((name === 'tag' || name === 'untag') && isInvisible(tag)) throw fieldError('tag', 'question.bulk.noTag');
    const asked: Asked = { reader: readerOf(actor), actor, tag };
    const act = ACTS[name];
    const wanted = [...new Set(ids)];
    await lockQuestions(tx, wanted);
    const rows = new Map((await listBankRows(tx, asked.reader, wanted, { archived: act.archived })).map((row) => [row.id, row]));
    const judged = wanted.map((id) => {
      const row = rows.get(id);
      return { id, row, refusal: row ? act.refusal(asked, row) : ('QUESTION_NOT_FOUND' as const) };
    });
    const fit = judged.flatMap(({ row, refusal }) => (row && !refusal && !act.isDone?.(asked, row) ? [row] : []));
    if (fit.length > 0) await act.run(tx, asked, fit);
    await auditEach(
      tx,
      actor,
      { action: act.action, subjectType: 'question', requestId },
      fit.map((row) => ({ subjectId: row.id, [name === 'archive' ? 'before' : 'after']: { title: row.title } })),
    );
    return {
      done: fit.map(({ id }) => id),
      refused: judged.flatMap(({ id, row, refusal }) => (refusal ? [{ id, title: row?.title ?? '', ...toWords(refusal) }] : [])),
      message: t(`question.bulk.${name}`, { count: fit.length, tag }),
    };
  });

  function toWords(code: Refusal): { code: string; message: string } {
    if (code === 'STATUS_ROLE_NOT_ALLOWED') return { code, message: t('question.bulk.noStep') };
    if (code === 'TOO_MANY_TAGS') return { code, message: t('question.bulk.tooManyTags', { max: QUESTION_LIMITS.maxTags }) };
    return { code, message: t(`error.${code}`) };
  }
}
