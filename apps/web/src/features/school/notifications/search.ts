import { parseYes, searchParser } from '../../../base/search.ts';

/** Parses the address of one's notifications. */
export const parseMyNotificationsSearch = searchParser({ unread: parseYes });
export type MyNotificationsSearch = ReturnType<typeof parseMyNotificationsSearch>;
