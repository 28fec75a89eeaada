import { CLASS_CARDS, classCards, type ClassCardView } from '@classwright/contract';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { type ClassCardRow, listClassCards } from './class-cards-queries.ts';

/** Implements what the cards of a person's own classes show. */
export function implementClassCards(): Implementation {
  return implement(classCards, async ({ tx, actor }) => ({ data: (await listClassCards(tx, actor.accountId, CLASS_CARDS)).map(toView) }));
}

const toView = ({ last, ...card }: ClassCardRow): ClassCardView => ({ ...card, last: last && toLast(last) });

function toLast({ assessment_id, title, held_on, ...sums }: NonNullable<ClassCardRow['last']>): ClassCardView['last'] {
  const forms = [
    { form: 'Form - 1A' as const, right: sums.first_right, answered: sums.first_answers },
    { form: 'Form - 1B' as const, right: sums.second_right, answered: sums.second_answers },
    { form: 'Form - 2' as const, right: sums.transfer_right, answered: sums.transfer_answers },
  ];
  return { assessment_id, title, held_on, forms: forms.filter(({ answered }) => answered > 0) };
}
