/** The messages of the window with Google's picker, including the sentences that the form also shows. */
export const driveWindowMessages = {
  'drive.scriptMissing':
    'Google’s script could not be loaded, so no files of Google Drive can be shown. Check that nothing blocks apis.google.com, or upload a file from this device.',
  'drive.failed': 'Google’s picker could not be shown. Try again in a while, or upload a file from this device.',
  'drive.window.title': 'Google Drive',
  'drive.window.loading': 'Asking the page that opened this window…',
  'drive.window.connect': 'Connect Google Drive',
  'drive.window.about': 'You choose the files; nothing else in your Drive can be seen from here.',
  'drive.window.leaving': 'Going to Google…',
  'drive.window.checking': 'Connecting…',
  'drive.window.choosing': 'Choose files in Google Drive.',
  'drive.window.sent': 'Your choice is on its way. You can close this window.',
  'drive.window.alone': 'The page that opened this window is not there any more. Close this window, and choose “From Google Drive” again.',
  'drive.window.close': 'Close this window',
} as const;
