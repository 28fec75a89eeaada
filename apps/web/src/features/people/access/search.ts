import { listParsers, parseId, parseText, searchParser } from '../../../base/search.ts';

/** Parses the address of the policy explorer. */
export const parseExplorerSearch = searchParser({ ...listParsers, account: parseId, role: parseId, operation: parseText });
export type ExplorerSearch = ReturnType<typeof parseExplorerSearch>;
