/** The messages of the page with all of a person's notifications. */
export const myNotificationMessages = {
  'myNotifications.title': 'Your notifications',
  'myNotifications.about': 'Newest first. Read notifications are deleted after 90 days.',
  'myNotifications.filter': 'Show',
  'myNotifications.all': 'All',
  'myNotifications.unread': 'Unread',
  'myNotifications.more': 'Show earlier',
  'myNotifications.allRead': 'You are all caught up',
  'myNotifications.allReadHint': 'New notifications appear here automatically.',
  'myNotifications.mail': 'Email settings',
} as const;
