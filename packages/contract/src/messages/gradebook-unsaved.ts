/** The messages of the list of unsaved grades. */
export const gradebookUnsavedMessages = {
  'unsaved.title': 'Not saved',
  'unsaved.hint': 'What you typed stays on this device until it is saved or you discard it.',
  'unsaved.none': 'Everything is saved.',
  'unsaved.more.one': 'and 1 more',
  'unsaved.more.other': 'and {count} more',
  'unsaved.giveUp': 'Discard',
  'unsaved.retryOf': 'Try again: {student}, {work}',
  'unsaved.keepOf': 'Keep {grade}: {student}, {work}',
  'unsaved.giveUpOf': 'Discard: {student}, {work}',
  'unsaved.retryAll': 'Try all again',
  'unsaved.copy': 'Copy all',
  'unsaved.copied.one': '1 grade copied',
  'unsaved.copied.other': '{count} grades copied',
  'unsaved.notCopied': 'This browser does not allow copying. Select the text and copy it.',
} as const;
