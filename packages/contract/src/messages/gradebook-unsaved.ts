/** The messages of the list of unsaved grades. */
export const gradebookUnsavedMessages = {
  'unsaved.title': 'Not saved',
  'unsaved.hint': 'What you typed stays on this device until it is saved or you give it up.',
  'unsaved.none': 'Nothing is left that is not saved.',
  'unsaved.more.one': 'and 1 more',
  'unsaved.more.other': 'and {count} more',
  'unsaved.giveUp': 'Give up',
  'unsaved.retryOf': 'Try again: {student}, {work}',
  'unsaved.keepOf': 'Keep {grade}: {student}, {work}',
  'unsaved.giveUpOf': 'Give up: {student}, {work}',
  'unsaved.retryAll': 'Try all again',
  'unsaved.copy': 'Copy all',
  'unsaved.copied.one': '1 grade copied',
  'unsaved.copied.other': '{count} grades copied',
  'unsaved.notCopied': 'This browser lets pages copy nothing. Select the text and copy it.',
} as const;
