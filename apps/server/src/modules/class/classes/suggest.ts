import { suggestClasses, suggestTopics } from '@classwright/contract';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { computeOwnerReach } from '../../../platform/reach.ts';
import { suggestClassRows, suggestTopicRows } from './suggest-queries.ts';

/** Suggests the person's classes and their topics while they type in fields and filters. */
export function implementClassSuggestions(): Implementation[] {
  return [
    implement(suggestClasses, async ({ tx, input, actor }) => ({
      data: (await suggestClassRows(tx, input, computeOwnerReach(actor))).map((row) => ({ ...row, local: { id: row.id } })),
    })),
    implement(suggestTopics, async ({ tx, input, actor }) => ({ data: await suggestTopicRows(tx, input, computeOwnerReach(actor)) })),
  ];
}
