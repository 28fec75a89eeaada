import { asMessage, questionStatusUpdate } from '@classwright/contract';
import { computeStatusLabel, findStepProblem } from '@classwright/rules/questions/index';
import { audit } from '../../../platform/audit/index.ts';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { getVisibleQuestion, readerOf } from './access.ts';
import { type BankRow, findBankRow } from './bank-queries.ts';
import type { BankDependencies } from './dependencies.ts';
import { loadQuestionView } from './present.ts';
import { lockQuestionRow } from './queries.ts';
import { takeApprovalStep } from './service.ts';

/** Implements one approval step. People who may never take it are refused before the question's status is revealed. */
export function implementQuestionStatus(dependencies: BankDependencies): Implementation {
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
