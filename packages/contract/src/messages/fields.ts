/** The messages of fields. */
export const fieldMessages = {
  'field.showPassword': 'Show password',
  'field.hidePassword': 'Hide password',
  'field.capsLock': 'Caps Lock is on',
  'editor.failed': 'The formatting tools could not be loaded. Plain text works.',
} as const;
