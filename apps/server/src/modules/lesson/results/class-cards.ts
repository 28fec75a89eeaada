import { CLASS_CARDS, classCards, type ClassCardView } from '@classwright/contract';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { type ClassCardRow, listClassCards } from './class-cards-queries.ts';

/** Implements what the cards of a person's own classes show. */
export function implementClassCards(): Implementation {
  return implement(classCards, async ({ tx, actor }) => ({ data: (await listClassCards(tx, actor.accountId, CLASS_CARDS)).map(toView) }));
}

function toView({ course_id, last, next, to_grade, ...shares }: ClassCardRow): ClassCardView {
  const forms = [
    { form: 'Form - 1A' as const, right: shares.first_right, answered: shares.first_answered },
    { form: 'Form - 1B' as const, right: shares.second_right, answered: shares.second_answered },
    { form: 'Form - 2' as const, right: shares.transfer_right, answered: shares.transfer_answered },
  ].filter(({ answered }) => answered > 0);
  return { course_id, last: last && { assessment_id: last.assessment_id, title: last.title, held_on: last.held_on, forms }, next, to_grade };
}
