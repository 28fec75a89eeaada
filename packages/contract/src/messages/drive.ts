/** The messages about files from Google Drive in forms. */
export const driveMessages = {
  'drive.button': 'From Google Drive',
  'drive.waiting': 'Choose files in the Google Drive window.',
  'drive.waitingConsent': 'Connect your Google account in the Google Drive window.',
  'drive.stop': 'Cancel',
  'drive.blocked': 'The browser blocked the Google Drive window. Allow pop-ups for this page and press the button again, or upload a file from this device.',
  'drive.closed': 'The Google Drive window was closed before a file was chosen.',
  'drive.tooMany.one': 'Only one more file fits here; the others were left out.',
  'drive.tooMany.other': 'Only {count} more files fit here; the others were left out.',
  'drive.taking.one': 'Copying 1 file from Google Drive…',
  'drive.taking.other': 'Copying {count} files from Google Drive…',
  'drive.refused': '{name}: {message}',
  'drive.dismiss': 'Close',
  'drive.account': 'Google Drive is connected as {email}.',
  'drive.disconnect': 'Disconnect Google Drive',
} as const;
