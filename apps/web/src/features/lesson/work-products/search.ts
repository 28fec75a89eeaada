import { parseId, searchParser } from '../../../base/search.ts';

/** What stands in the address of the work products of a lesson. `again`: whether all of them shall be made again is asked. */
export const parseWorkProductsSearch = searchParser({ assessment_id: parseId, page: parseId, again: parseId });
export type WorkProductsSearch = ReturnType<typeof parseWorkProductsSearch>;
