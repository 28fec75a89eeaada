/** The messages of forms that are closed with unsaved changes. */
export const dialogMessages = {
  'dialog.unsaved': 'You have unsaved changes. Close anyway?',
  'dialog.leave': 'Leave without saving?',
  'dialog.unsavedLeave': 'You have unsaved changes. They are lost when you leave.',
  'dialog.keepEditing': 'Keep editing',
  'dialog.discard': 'Discard changes',
  'dialog.saves': 'saves',
  'dialog.closes': 'closes',
} as const;
