import { parseId, parseText, searchParser } from '../../../base/search.ts';

/** Parses the address of the failed jobs. */
export const parseFailedJobsSearch = searchParser({ page: parseId, kind: parseText });
export type FailedJobsSearch = ReturnType<typeof parseFailedJobsSearch>;
