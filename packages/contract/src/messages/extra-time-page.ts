/** The messages of the page that gives students of a class extra time in lessons. */
export const extraTimePageMessages = {
  'extraTime.pageTitle': 'Extra time in {name}',
  'extraTime.title': 'Extra time in %',
  'extraTime.about':
    'A student with extra time can go on writing in each form of a lesson after the class’s time is over: with 50 %, 4 minutes become 6. It holds in all classes of the student. Empty means none. A change counts from the next form that opens.',
  'extraTime.whoSees': 'Only the student’s teachers and Admins see this. Students read no percent, and classmates learn nothing of it.',
  'extraTime.nobody': 'This class has no students yet',
  'extraTime.nobodyHint': 'Students stand here as soon as they are in the class.',
  'extraTime.all.one': 'Choose the 1 student',
  'extraTime.all.other': 'Choose all {count} students',
  'extraTime.forChosen': 'Extra time in % for those chosen',
  'extraTime.setChosen': 'Set for those chosen ({count})',
  'extraTime.tick': 'Choose {name}',
  'extraTime.of': '{name}: extra time in %',
  'extraTime.changes.one': '1 change is not saved',
  'extraTime.changes.other': '{count} changes are not saved',
  'extraTime.discard': 'Discard',
} as const;
