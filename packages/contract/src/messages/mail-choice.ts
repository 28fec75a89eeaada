/** The messages of the page that a link in an email opens. */
export const mailChoiceMessages = {
  'mailChoice.title': 'Emails like this one',
  'mailChoice.checking': 'Checking your email settings…',
  'mailChoice.whose': 'To {name}, {school}:',
  'mailChoice.whoseAlone': 'To {name}:',
  'mailChoice.sent': 'These emails are sent.',
  'mailChoice.notSent': 'These emails are not sent.',
  'mailChoice.someSent': 'Some of these emails are sent.',
  'mailChoice.end': 'Stop these emails',
  'mailChoice.begin': 'Send these emails again',
  'mailChoice.ended': 'Stopped. These emails are no longer sent.',
  'mailChoice.begun': 'These emails are sent again.',
  'mailChoice.bell': 'All notifications still appear in the bell at the top of every page.',
  'mailChoice.profile': 'Sign in to manage all emails',
} as const;
