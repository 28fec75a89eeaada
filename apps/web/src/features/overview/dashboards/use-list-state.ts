import { useState } from 'react';
import { tidy } from '../../../base/search.ts';
import type { ListState } from '../../../ui/data-table/index.ts';
import type { Asked } from './definitions.ts';

/** Where a list that stands below filters is; asked with other filters it is at its first page again, with what was searched for. */
export function useListState(asked: Asked): [ListState, (state: ListState) => void] {
  const of = JSON.stringify(asked);
  const [kept, keep] = useState<{ of: string; state: ListState }>({ of, state: {} });
  return [kept.of === of ? kept.state : tidy({ search_text: kept.state.search_text }), (state) => keep({ of, state })];
}
