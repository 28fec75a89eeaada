import { useState } from 'react';
import { tidy } from '../../../base/search.ts';
import type { ListState } from '../../../ui/data-table/index.ts';
import type { Asked } from './definitions.ts';

/** Returns the state of a list below filters. With other filters it returns to its first page and keeps the search. */
export function useListState(asked: Asked): [ListState, (state: ListState) => void] {
  const of = JSON.stringify(asked);
  const [kept, keep] = useState<{ of: string; state: ListState }>({ of, state: {} });
  return [kept.of === of ? kept.state : tidy({ search_text: kept.state.search_text }), (state) => keep({ of, state })];
}
