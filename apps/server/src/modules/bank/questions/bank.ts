import type { Manifest, FileUse, NamedUse } from '../../../manifest.ts';
import type { BankDependencies } from './dependencies.ts';
import { ASKED_FILE, MAX_NAMED } from '../../school/files/index.ts';
import { knowsKey, readerOf, getVisibleQuestion } from './access.ts';
import { findBankRow, type BankRow } from './bank-queries.ts';
import { listVersionsWithFile, questionsWith } from './file-use-queries.ts';
import { implementQuestionArchive } from './question-archive.ts';
import { implementQuestionBulk } from './question-bulk.ts';
import { implementQuestionRead } from './question-read.ts';
import { questionReview, asMessage, questionStatusUpdate } from '@classwright/contract';
import { isRating, computeStatusLabel, findStepProblem } from '@classwright/rules/questions/index';
import { appError, fieldError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { loadQuestionView } from './present.ts';
import { lockQuestionRow, saveRating } from './queries.ts';
import { implementQuestionSave } from './question-save.ts';
import { audit } from '../../../platform/audit/index.ts';
import { takeApprovalStep } from './service.ts';
import { implementQuestionVersions } from './question-versions.ts';
import { implementTemplates } from './templates/index.ts';
import { personalData } from './personal-data.ts';

/**
 * Files of questions, of every version. A person who may see a question sees the attachments and pictures of its
 * current text; a person who may know its key sees all of its files.
 */
const questionFiles: FileUse = {
  holders: { questions: questionsWith(ASKED_FILE, { archived: false }), archivedQuestions: questionsWith(ASKED_FILE, { archived: true }) },
  async list(db, actor, fileId) {
    const reader = readerOf(actor);
    const versions = (await listVersionsWithFile(db, fileId)).filter(({ is_archived }) => !is_archived);
    const named: NamedUse[] = [];
    for (const id of [...new Set(versions.map(({ question_id }) => question_id))].slice(0, MAX_NAMED)) {
      const row = await findBankRow(db, reader, id);
      const isSeen =
        row !== null && versions.some((version) => version.question_id === id && (knowsKey(reader, row) || (version.is_current && version.is_open)));
      if (isSeen) named.push({ table: 'questions', id, name: row.title, course_id: null });
    }
    return named;
  },
  async canRead(db, actor, fileId) {
    const reader = readerOf(actor);
    for (const { question_id, is_current, is_open } of await listVersionsWithFile(db, fileId)) {
      const row = await findBankRow(db, reader, question_id);
      if (row && (knowsKey(reader, row) || (is_current && is_open))) return true;
    }
    return false;
  },
};

/** Creates the module with the calls of the question bank, and its files. */
export function questionsModule(dependencies: BankDependencies): Manifest {
  const implementations = [
    ...implementQuestionRead(dependencies),
    ...implementQuestionSave(dependencies),
    ...implementQuestionArchive(dependencies),
    implementQuestionBulk(dependencies),
    implementQuestionStatus(dependencies),
    implementQuestionReview(dependencies),
    ...implementQuestionVersions(dependencies),
    ...implementTemplates(dependencies),
  ];
  return { personalData, implementations, fileUses: [questionFiles] };
}

/** Rates somebody else's question; a repeat replaces the rating. */
function implementQuestionReview(dependencies: BankDependencies): Implementation {
  return implement(questionReview, async ({ tx, actor, input }) => {
    const reader = readerOf(actor);
    if (!isRating(input.user_rating)) throw fieldError('user_rating', 'question.rating');
    await lockQuestionRow(tx, input.question);
    const row = await getVisibleQuestion(tx, reader, input.question);
    if (row.account_id === actor.accountId) throw appError('OWN_QUESTION');
    if (row.published_state === 'DRAFT') throw appError('QUESTION_NOT_FOUND');
    await saveRating(tx, row.id, actor.accountId, input.user_rating);
    const question = await loadQuestionView(tx, reader, (await findBankRow(tx, reader, row.id)) as BankRow, dependencies);
    return { question, data: question, message: dependencies.t('question.rated') };
  });
}

/** Implements one approval step. People who may never take it are refused before the question's status is revealed. */
function implementQuestionStatus(dependencies: BankDependencies): Implementation {
  return implement(questionStatusUpdate, async ({ tx, actor, input, requestId }) => {
    const reader = readerOf(actor);
    await lockQuestionRow(tx, input.question);
    const row = await getVisibleQuestion(tx, reader, input.question);
    const before = computeStatusLabel(row);
    const problem = findStepProblem(row, input.status, reader);
    if (problem === 'wrong-role') throw appError('STATUS_ROLE_NOT_ALLOWED');
    if (problem === 'wrong-step' || row.published_state === 'DRAFT') throw appError('STATUS_STEP_NOT_ALLOWED', { status: before, target: input.status });
    await takeApprovalStep(tx, row.id, actor.accountId, input.status);
    await audit(tx, actor, {
      action: questionStatusUpdate.name,
      subjectType: 'question',
      subjectId: row.id,
      before: { status: before },
      after: { status: input.status },
      requestId,
    });
    const question = await loadQuestionView(tx, reader, (await findBankRow(tx, reader, row.id)) as BankRow, dependencies);
    return { question, data: question, message: dependencies.t('question.statusChanged', { status: asMessage(`question.status.${input.status}`) }) };
  });
}
