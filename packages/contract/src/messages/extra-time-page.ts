/** The messages of the page that gives students of a class extra time in lessons. */
export const extraTimePageMessages = {
  'extraTime.pageTitle': 'Extra time in {name}',
  'extraTime.title': 'Extra time in %',
  'extraTime.about':
    'Students with extra time can keep writing in each form of a lesson after the class’s time is up. With 50 %, 4 minutes become 6. It applies in all classes of the student. Empty means none. Changes apply from the next form that opens.',
  'extraTime.whoSees': 'Only the student’s teachers and Admins see this. Students do not see the percentage; classmates do not see it at all.',
  'extraTime.nobody': 'This class has no students yet',
  'extraTime.nobodyHint': 'Students appear here once they are in the class.',
  'extraTime.all.one': 'Select the 1 student',
  'extraTime.all.other': 'Select all {count} students',
  'extraTime.forChosen': 'Extra time in % for selected',
  'extraTime.setChosen': 'Apply to selected ({count})',
  'extraTime.tick': 'Select {name}',
  'extraTime.of': '{name}: extra time in %',
  'extraTime.changes.one': '1 unsaved change',
  'extraTime.changes.other': '{count} unsaved changes',
  'extraTime.discard': 'Discard',
} as const;
