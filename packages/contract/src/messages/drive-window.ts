/** The messages of the window with Google's picker, including the sentences that the form also shows. */
export const driveWindowMessages = {
  'drive.scriptMissing':
    'Google’s script could not be loaded, so Google Drive files cannot be shown. Check that apis.google.com is not blocked, or upload a file from this device.',
  'drive.failed': 'Google’s file picker could not be shown. Try again later, or upload a file from this device.',
  'drive.window.title': 'Google Drive',
  'drive.window.loading': 'Loading…',
  'drive.window.connect': 'Connect Google Drive',
  'drive.window.about': 'Classwright sees only the files that you choose, nothing else in your Drive.',
  'drive.window.leaving': 'Opening Google…',
  'drive.window.checking': 'Connecting…',
  'drive.window.choosing': 'Choose files in Google Drive.',
  'drive.window.sent': 'Your choice was sent. You can close this window.',
  'drive.window.alone': 'The page that opened this window is gone. Close this window, and choose “From Google Drive” again.',
  'drive.window.close': 'Close this window',
} as const;
