import { parseId, searchParser } from '../../../base/search.ts';

/** What stands in the address: whose readings are shown, and which page of them. */
export const parseOneRosterSearch = searchParser({ client: parseId, page: parseId });
