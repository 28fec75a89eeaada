import { list, type ListSearch, type Raw, tidy, whole, words } from '../../base/search.ts';

/** What stands in the address of the policy explorer. */
export interface ExplorerSearch extends ListSearch {
  account?: number;
  role?: number;
  operation?: string;
}

export const explorerSearch = (raw: Raw): ExplorerSearch =>
  tidy({ ...list(raw), account: whole(raw['account']), role: whole(raw['role']), operation: words(raw['operation']) });
