import { parseId, parseOneOf, parseText, parseYes, searchParser } from '../../../base/search.ts';

/** Parses the address of a class's stream: the open announcement, its tab, and the one being edited. */
export const parseStreamSearch = searchParser({ announcement: parseId, show: parseOneOf(['answers']), edit: parseId });
export type StreamSearch = ReturnType<typeof parseStreamSearch>;

/** Parses the address of all announcements. */
export const parseNotificationsSearch = searchParser({ page: parseId, per_page: parseId, search_text: parseText, create: parseYes });
export type NotificationsSearch = ReturnType<typeof parseNotificationsSearch>;
