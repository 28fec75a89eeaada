import { parseId, parseYes, searchParser } from '../../../../base/search.ts';

/** Parses the address: the lesson, and whether dismissed students are shown too. */
export const parseAttentionSearch = searchParser({ assessment_id: parseId, done: parseYes });
export type AttentionSearch = ReturnType<typeof parseAttentionSearch>;
