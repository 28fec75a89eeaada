import { parseId, searchParser } from '../../../base/search.ts';

/** Parses the address of the page: the school. */
export const parseRetentionSearch = searchParser({ school_id: parseId });
export type RetentionSearch = ReturnType<typeof parseRetentionSearch>;
