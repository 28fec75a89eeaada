import { questionReview } from '@classwright/contract';
import { isRating } from '@classwright/rules/questions/index';
import { appError, fieldError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { getVisibleQuestion, readerOf } from './access.ts';
import { saveRating } from './approval-queries.ts';
import { type BankRow, findBankRow } from './bank-queries.ts';
import type { BankDependencies } from './dependencies.ts';
import { loadQuestionView } from './present.ts';
import { lockQuestionRow } from './queries.ts';

/** Rates somebody else's question; a repeat replaces the rating. */
export function implementQuestionReview(dependencies: BankDependencies): Implementation {
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
