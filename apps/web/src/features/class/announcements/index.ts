/** Announcements: the stream of a class, the table of all of them, and the latest ones for other screens. */
export { AnnouncementFormDialog } from './form-dialog.ts';
export { NotificationsScreen } from './NotificationsScreen.tsx';
export type { NotificationsSearch, StreamSearch } from './search.ts';
export { StreamScreen } from './StreamScreen.tsx';
