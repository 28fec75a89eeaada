import { parseId, parseYes, searchParser } from '../../../../base/search.ts';

/** What stands in the address: the lesson that it is about, and whether names that were put away are shown too. */
export const parseAttentionSearch = searchParser({ assessment_id: parseId, done: parseYes });
export type AttentionSearch = ReturnType<typeof parseAttentionSearch>;
