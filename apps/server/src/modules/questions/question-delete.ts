import { questionDelete } from '@classwright/contract';
import { audit } from '../../platform/audit/index.ts';
import { implement, type Implementation } from '../../platform/http/index.ts';
import { readerOf } from './access.ts';
import type { BankDependencies } from './bank.ts';
import { archiveQuestion, eraseQuestion, findUse } from './delete-queries.ts';
import { toRecord } from './present.ts';
import { holdChangeable } from './question-save.ts';

/** Erases a question on which nothing hangs; one that assessments or lessons have leaves the bank and is kept. */
export function implementQuestionDelete(dependencies: BankDependencies): Implementation {
  const { t } = dependencies;
  return implement(questionDelete, async ({ tx, actor, input, requestId }) => {
    const reader = await readerOf(tx, actor);
    const row = await holdChangeable(tx, reader, input.id, undefined, dependencies);
    const { assessments, wasAsked } = await findUse(tx, row.id);
    const archived = assessments > 0 || wasAsked;
    if (archived) await archiveQuestion(tx, row.id);
    else await eraseQuestion(tx, row.id);
    await audit(tx, actor, { action: questionDelete.name, subjectType: 'question', subjectId: row.id, before: { ...toRecord(row), archived }, requestId });
    return { id: row.id, archived, message: archived ? t('question.archived', { dependents: dependentsOf(assessments) }) : t('question.deleted') };
  });

  function dependentsOf(assessments: number): string {
    if (assessments === 0) return t('question.inLessons');
    return assessments === 1 ? t('depends.assessments.one') : t('depends.assessments.many', { count: assessments });
  }
}
