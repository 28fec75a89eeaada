/** The messages of extra time. */
export const extraTimeMessages = {
  // The server's messages about extra time
  'extraTime.class': 'Class',
  'extraTime.percentWrong': 'Extra time must be a whole percentage from 0 (none) to {most}.',
  'extraTime.students': 'Choose students of the class, each only once, and at most {most} at a time.',
  'extraTime.notInClass': 'One of them is no longer a student of this class. Reload the page.',
  'extraTime.saved.one': 'Extra time changed for 1 student, from the next form that opens.',
  'extraTime.saved.other': 'Extra time changed for {count} students, from the next form that opens.',
  'audit.said.extraTime.save': '{who} changed the extra time of students of {name}',

  // The page that gives students of a class extra time in lessons
  'extraTime.pageTitle': 'Extra time in {name}',
  'extraTime.title': 'Extra time in %',
  'extraTime.about':
    'Students with extra time can keep writing in each form of a lesson after the class’s time is up. With 50%, 4 minutes become 6. It applies in all classes of the student. Empty means none. Changes apply from the next form that opens.',
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
