import { listParsers, parseId, parseOneOf, parseText, searchParser } from '../../../base/search.ts';

/** Parses the address of the censored texts. */
export const parseCensoredSearch = searchParser({
  ...listParsers,
  class_id: parseId,
  account_id: parseId,
  reviewed: parseOneOf(['yes', 'no']),
  from: parseText,
  to: parseText,
  /** The text whose original is open. */
  text: parseId,
});
export type CensoredSearch = ReturnType<typeof parseCensoredSearch>;
