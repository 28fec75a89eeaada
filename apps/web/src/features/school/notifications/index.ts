/** Notifications: the bell's panel, the page of all of them, and the email settings. */
export { BellPanel } from './BellPanel.tsx';
export { LatestAnnouncements } from './LatestAnnouncements.tsx';
export { MailPreferences } from './MailPreferences.tsx';
export { MyNotificationsScreen } from './MyNotificationsScreen.tsx';
export { isOpened } from './is-opened.ts';
export type { MyNotificationsSearch } from './search.ts';
export { readPaths } from './use-notifications.ts';
export { useMailPreferences } from './use-mail-preferences.ts';
