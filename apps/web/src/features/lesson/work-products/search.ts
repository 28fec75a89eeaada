import { parseId, searchParser } from '../../../base/search.ts';

/**
 * Parses the address of a lesson's work products. `again`: the lesson whose work products may all be made again, after
 * a confirmation.
 */
export const parseWorkProductsSearch = searchParser({ assessment_id: parseId, page: parseId, again: parseId });
export type WorkProductsSearch = ReturnType<typeof parseWorkProductsSearch>;
