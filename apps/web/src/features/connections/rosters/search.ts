import { ROSTER_KINDS } from '@classwright/contract/connections/rosters/limits';
import { parseId, parseOneOf, parseText, searchParser } from '../../../base/search.ts';

export const SHOWN_OUTCOMES = ['new', 'changed', 'ends', 'error', 'not_taken', 'waits', 'undecided', 'failed', 'stays'] as const;

/** What stands in the address: which roster, and which of its rows; or the readings of which source. */
export const parseRostersSearch = searchParser({
  roster: parseId,
  source: parseId,
  kind: parseOneOf(ROSTER_KINDS),
  outcome: parseOneOf(SHOWN_OUTCOMES),
  page: parseId,
  search_text: parseText,
});
export type RostersSearch = ReturnType<typeof parseRostersSearch>;
