import { listParsers, searchParser } from '../../../base/search.ts';

/** Parses the address of the page with all schools. */
export const parseAllSchoolsSearch = searchParser(listParsers);
export type AllSchoolsSearch = ReturnType<typeof parseAllSchoolsSearch>;
