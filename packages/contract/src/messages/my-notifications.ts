/** The messages of the page with all of a person's notifications. */
export const myNotificationMessages = {
  'myNotifications.title': 'Your notifications',
  'myNotifications.about': 'What concerns you, newest first. What you have read goes after 90 days.',
  'myNotifications.filter': 'Which are shown',
  'myNotifications.all': 'All',
  'myNotifications.unread': 'Unread',
  'myNotifications.more': 'Show earlier ones',
  'myNotifications.allRead': 'Everything is read',
  'myNotifications.allReadHint': 'What comes next appears here by itself.',
  'myNotifications.mail': 'What is e-mailed to you',
} as const;
