import { ROSTER_KINDS } from '@classwright/contract/connections/rosters/limits';
import { parseId, parseOneOf, parseText, searchParser } from '../../../base/search.ts';

export const SHOWN_OUTCOMES = ['new', 'changed', 'ends', 'error', 'not_taken', 'waits', 'undecided', 'failed', 'stays'] as const;

/** Parses the address: the roster and its rows, or the source whose reads are shown. */
export const parseRostersSearch = searchParser({
  roster: parseId,
  source: parseId,
  kind: parseOneOf(ROSTER_KINDS),
  outcome: parseOneOf(SHOWN_OUTCOMES),
  page: parseId,
  search_text: parseText,
});
export type RostersSearch = ReturnType<typeof parseRostersSearch>;
