/** The messages of the bell and its panel, and of emails. */
export const bellMessages = {
  'bell.title': 'Notifications',
  'bell.unread.one': 'Notifications, 1 unread',
  'bell.unread.other': 'Notifications, {count} unread',
  'bell.many': '99+',
  'bell.markAll': 'Mark all as read',
  'bell.create': 'Create an announcement',
  'bell.forYou': 'For you',
  'bell.announcements': 'Announcements',
  'bell.noAnnouncements': 'Nothing was announced yet.',
  'bell.none': 'Nothing new',
  'bell.noneHint': 'What concerns you appears here: work, grades, invitations, lessons that start.',
  'bell.isUnread': 'Unread',
  'bell.markUnread': 'Mark as unread',
  'bell.markRead': 'Mark as read',
  'bell.seeAll': 'See all',
  'bell.viewMore': 'View More',
} as const;
