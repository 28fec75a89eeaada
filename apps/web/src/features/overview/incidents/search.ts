import { listParsers, searchParser } from '../../../base/search.ts';

/** Parses the address of the list of incidents: the page. */
export const parseIncidentSearch = searchParser({ page: listParsers.page });
export type IncidentSearch = ReturnType<typeof parseIncidentSearch>;
