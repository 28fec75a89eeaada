/** The messages of the page that a link in an email opens. */
export const mailChoiceMessages = {
  'mailChoice.title': 'E-mails like this one',
  'mailChoice.checking': 'Looking at what is sent…',
  'mailChoice.whose': 'To {name}, {school}:',
  'mailChoice.whoseAlone': 'To {name}:',
  'mailChoice.sent': 'These e-mails are sent.',
  'mailChoice.notSent': 'These e-mails are not sent.',
  'mailChoice.someSent': 'Some of these e-mails are sent.',
  'mailChoice.end': 'End these e-mails',
  'mailChoice.begin': 'Send these e-mails again',
  'mailChoice.ended': 'Ended. No such e-mail is sent any more.',
  'mailChoice.begun': 'These e-mails are sent again.',
  'mailChoice.bell': 'Whatever you choose, everything stands in the bell at the top of each page.',
  'mailChoice.profile': 'Sign in and choose for all e-mails',
} as const;
