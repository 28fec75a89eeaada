/** The server's messages about extra time. */
export const extraTimeAnswerMessages = {
  'extraTime.class': 'Class',
  'extraTime.percentWrong': 'Extra time must be a whole percentage from 0 (none) to {most}.',
  'extraTime.students': 'Choose students of the class, each only once, and at most {most} at a time.',
  'extraTime.notInClass': 'One of them is no longer a student of this class. Reload the page.',
  'extraTime.saved.one': 'Extra time changed for 1 student, from the next form that opens.',
  'extraTime.saved.other': 'Extra time changed for {count} students, from the next form that opens.',
  'audit.said.extraTime.save': '{who} changed the extra time of students of {name}',
} as const;
