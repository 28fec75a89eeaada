import { listParsers, parseId, parseText, searchParser } from '../../../base/search.ts';

/** Parses the address of the page about who looked: the person, the reader (an account or a program), and the days. */
export const parseReadingSearch = searchParser({
  page: listParsers.page,
  account_id: parseId,
  reader_id: parseId,
  client_id: parseId,
  from: parseText,
  to: parseText,
});
export type ReadingSearch = ReturnType<typeof parseReadingSearch>;
