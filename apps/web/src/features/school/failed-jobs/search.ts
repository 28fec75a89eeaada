import { parseId, parseText, searchParser } from '../../../base/search.ts';

/** What stands in the address of the failures. */
export const parseFailedJobsSearch = searchParser({ page: parseId, kind: parseText });
export type FailedJobsSearch = ReturnType<typeof parseFailedJobsSearch>;
