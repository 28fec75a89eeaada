import { listParsers, parseId, parseOneOf, parseText, searchParser } from '../../../base/search.ts';

/** What stands in the address of the texts that were censored. */
export const parseCensoredSearch = searchParser({
  ...listParsers,
  class_id: parseId,
  account_id: parseId,
  reviewed: parseOneOf(['yes', 'no']),
  from: parseText,
  to: parseText,
  /** Whose original is open. */
  text: parseId,
});
export type CensoredSearch = ReturnType<typeof parseCensoredSearch>;
