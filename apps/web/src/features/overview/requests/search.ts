import { parseOneOf, parsePage, searchParser } from '../../../base/search.ts';

/** Parses the address of the page: closed requests instead of those that wait, and the page of them. */
export const parseRequestsSearch = searchParser({ show: parseOneOf(['closed']), page: parsePage });
export type RequestsSearch = ReturnType<typeof parseRequestsSearch>;
