import { parseId, parseOneOf, searchParser } from '../../../base/search.ts';

export const READERS = ['child', 'parent'] as const;
export type Reader = (typeof READERS)[number];

/** Parses the address: the school, and for whom the page is written. */
export const parseNoticeSearch = searchParser({ school: parseId, view: parseOneOf(READERS) });
export type NoticeSearch = ReturnType<typeof parseNoticeSearch>;
