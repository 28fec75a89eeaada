import { parseId, parseOneOf, parseText, parseYes, searchParser } from '../../../base/search.ts';

/** What stands in the address of a class's stream: the announcement that is open, with which tab, and the one that is edited. */
export const parseStreamSearch = searchParser({ announcement: parseId, show: parseOneOf(['answers']), edit: parseId });
export type StreamSearch = ReturnType<typeof parseStreamSearch>;

/** What stands in the address of all announcements. */
export const parseNotificationsSearch = searchParser({ page: parseId, per_page: parseId, search_text: parseText, create: parseYes });
export type NotificationsSearch = ReturnType<typeof parseNotificationsSearch>;
