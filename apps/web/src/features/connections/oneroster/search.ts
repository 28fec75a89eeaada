import { parseId, searchParser } from '../../../base/search.ts';

/** Parses the address: the app whose reads are shown, and the page number. */
export const parseOneRosterSearch = searchParser({ client: parseId, page: parseId });
