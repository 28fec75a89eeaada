import { parseId, searchParser } from '../../../base/search.ts';

/** Parses the address of the page with all schools. */
export const parseAllSchoolsSearch = searchParser({ page: parseId });
export type AllSchoolsSearch = ReturnType<typeof parseAllSchoolsSearch>;
