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
  'bell.noAnnouncements': 'No announcements yet.',
  'bell.none': 'Nothing new',
  'bell.noneHint': 'Work, grades, invitations and starting lessons appear here.',
  'bell.isUnread': 'Unread',
  'bell.markUnread': 'Mark as unread',
  'bell.markRead': 'Mark as read',
  'bell.seeAll': 'See all',
  'bell.viewMore': 'View More',
} as const;
