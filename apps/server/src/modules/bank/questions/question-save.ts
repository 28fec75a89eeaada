import {
  asMessage,
  type AttachmentContent,
  draftUpdate,
  draftUpdateByPost,
  questionCopy,
  questionCreate,
  questionUpdate,
  questionUpdateByPost,
  type QuestionBody,
  type QuestionContent,
  type QuestionView,
  withoutMarks,
} from '@classwright/contract';
import { type ApprovalStatus, computeNewStatus, computeStatusAfterEdit, computeStatusOf, QUESTION_LIMITS } from '@classwright/rules/questions/index';
import { collectFileIds } from '@classwright/rules/rich-text/index';
import { audit } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { implement, type Implementation, type Person, type StagedFile } from '../../../platform/http/index.ts';
import { storeFile } from '../../school/files/index.ts';
import { type BankReader, getChangeableQuestion, getWholeQuestion, readerOf } from './access.ts';
import { type BankRow, findBankRow } from './bank-queries.ts';
import type { BankDependencies } from './dependencies.ts';
import { chosenStatus, requireRightForm, toAttachment, toContent } from './form.ts';
import { loadQuestionView, toRecord } from './present.ts';
import { lockQuestionRow, revokeApprovals, setApprovalStatus } from './queries.ts';
import { checkContent, createQuestion, isSameContent, saveChecked } from './service.ts';

export interface Edit {
  tx: Tx;
  actor: Person;
  requestId: string;
  action: string;
}

/** Implements creating, copying and editing questions, in the bank and in one's drafts. */
export function implementQuestionSave(dependencies: BankDependencies): Implementation[] {
  const { t } = dependencies;

  async function answer({ tx, reader }: { tx: Tx; reader: BankReader }, id: number, message: string) {
    const question = await loadQuestionView(tx, reader, (await findBankRow(tx, reader, id)) as BankRow, dependencies);
    return { question, data: question, message };
  }

  /** Returns the named attachments, followed by the files uploaded with the call. */
  async function withFiles(
    { tx, actor }: Pick<Edit, 'tx' | 'actor'>,
    named: readonly AttachmentContent[],
    files: readonly StagedFile[],
  ): Promise<AttachmentContent[]> {
    if (named.length + files.length > QUESTION_LIMITS.maxAttachments)
      throw fieldError('google_drive_link', 'question.tooMany', { label: asMessage('question.field.google_drive_link'), max: QUESTION_LIMITS.maxAttachments });
    const stored: AttachmentContent[] = [];
    for (const staged of files) {
      const { name } = staged;
      stored.push({ name, file_id: await storeFile(tx, dependencies.storage, { ownerId: actor.accountId, schoolId: actor.schoolId, name, staged }) });
    }
    return [...named, ...stored];
  }

  async function update(edit: Edit, id: number, body: QuestionBody & { updated_at?: string | undefined }, files: readonly StagedFile[]) {
    const reader = readerOf(edit.actor);
    const before = await lockChangeable(edit.tx, reader, id, body.updated_at, dependencies);
    await requireRightForm(edit.tx, edit.actor, body, { hasStatus: true, before });
    const attachments = await withFiles(edit, body.google_drive_link ? body.google_drive_link.map(toAttachment) : before.attachments, files);
    await saveContent(edit, reader, before, { content: toContent(body, attachments), chosen: chosenStatus(body) });
    return answer({ tx: edit.tx, reader }, id, t('question.updated'));
  }

  return [
    implement(questionCreate, async ({ tx, actor, input, files, requestId }) => {
      const reader = readerOf(actor);
      const attachments = await withFiles({ tx, actor }, (input.google_drive_link ?? []).map(toAttachment), files);
      const questionId = await createInBank({ tx, actor, requestId, action: questionCreate.name }, reader, input, { attachments });
      return answer({ tx, reader }, questionId, t('question.created'));
    }),
    implement(questionCopy, async ({ tx, actor, input, requestId }) => {
      const reader = readerOf(actor);
      const original = await getWholeQuestion(tx, reader, input.id);
      const { status, teacher_status } = computeNewStatus(reader, null) ?? computeStatusOf('Not Approved');
      const { questionId } = await createQuestion(
        tx,
        {
          ...original,
          title: withoutMarks(t)('question.copyTitle', { title: original.title }).slice(0, 500),
          published_state: 'DRAFT',
          authorId: actor.accountId,
          schoolId: actor.schoolId,
          status,
          teacherStatus: teacher_status,
        },
        fileIdsOf(original),
      );
      await audit(tx, actor, { action: questionCopy.name, subjectType: 'question', subjectId: questionId, after: { copy_of: original.id }, requestId });
      return answer({ tx, reader }, questionId, t('question.copied'));
    }),
    ...([questionUpdate, draftUpdate] as const).map((endpoint) =>
      implement(endpoint, ({ tx, actor, input, files, requestId }) => update({ tx, actor, requestId, action: endpoint.name }, input.id, input, files)),
    ),
    ...([questionUpdateByPost, draftUpdateByPost] as const).map((endpoint) =>
      implement(endpoint, ({ tx, actor, input, files, requestId }) => update({ tx, actor, requestId, action: endpoint.name }, input.id, input, files)),
    ),
  ];
}

/**
 * Creates a question in the bank from its form. Returns its id. `attachments`: these replace those that the form names.
 * @throws VALIDATION_FAILED
 */
export async function createInBank(
  { tx, actor, requestId, action }: Edit,
  reader: BankReader,
  body: QuestionBody,
  { usableFileIds = [], attachments }: { usableFileIds?: readonly number[]; attachments?: AttachmentContent[] } = {},
): Promise<number> {
  const status = computeNewStatus(reader, chosenStatus(body));
  await requireRightForm(tx, actor, body, { hasStatus: status !== null, before: null });
  const { status: approved, teacher_status } = status ?? computeStatusOf('Not Approved');
  const content = toContent(body, attachments ?? (body.google_drive_link ?? []).map(toAttachment));
  const { questionId } = await createQuestion(
    tx,
    { ...content, authorId: actor.accountId, schoolId: actor.schoolId, status: approved, teacherStatus: teacher_status },
    usableFileIds,
  );
  const after = toRecord((await findBankRow(tx, reader, questionId)) as BankRow);
  await audit(tx, actor, { action, subjectType: 'question', subjectId: questionId, after, requestId });
  return questionId;
}

/**
 * Returns the question, locked until commit, for people who may change it. @throws QUESTION_NOT_FOUND,
 * NOT_YOUR_QUESTION, EDIT_CONFLICT with the newer row
 */
export async function lockChangeable(tx: Tx, reader: BankReader, id: number, seen: string | undefined, dependencies: BankDependencies): Promise<BankRow> {
  await lockQuestionRow(tx, id);
  const row = await getChangeableQuestion(tx, reader, id);
  if (seen !== undefined && Date.parse(seen) !== row.updated_at.getTime()) {
    const newer: QuestionView = await loadQuestionView(tx, reader, row, dependencies);
    throw appError('EDIT_CONFLICT', { row: newer });
  }
  return row;
}

/**
 * Saves a question's content; if it is unchanged, nothing is saved and the approval is kept. Otherwise an editor who
 * may not publish resets the approval to that of a new question.
 */
export async function saveContent(
  { tx, actor, requestId, action }: Edit,
  reader: BankReader,
  before: BankRow,
  { content, chosen, usableFileIds = [] }: { content: QuestionContent; chosen: ApprovalStatus | null; usableFileIds?: readonly number[] },
): Promise<void> {
  const checked = checkContent(content);
  const isChanged = !isSameContent(checked.content, checkContent({ ...before, published_state: 'DRAFT' }).content);
  if (isChanged || checked.content.published_state !== before.published_state)
    await saveChecked(tx, { questionId: before.id, editor: actor, usableFileIds: [...fileIdsOf(before), ...usableFileIds] }, checked);
  if (isChanged || reader.canPublish) await setApprovalStatus(tx, before.id, computeStatusAfterEdit(before, reader, chosen));
  if (isChanged && !reader.canPublish) await revokeApprovals(tx, before.id);
  const after = (await findBankRow(tx, reader, before.id)) as BankRow;
  await audit(tx, actor, { action, subjectType: 'question', subjectId: before.id, before: toRecord(before), after: toRecord(after), requestId });
}

/** Returns the files in a question: an editor may keep them. */
export function fileIdsOf(row: BankRow): number[] {
  const documents = [row.description, ...row.responses.map(({ description }) => description)];
  return [...documents.flatMap(collectFileIds), ...row.attachments.flatMap(({ file_id }) => (file_id === null ? [] : [file_id]))];
}
