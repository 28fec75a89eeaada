/** The server's messages about extra time. */
export const extraTimeAnswerMessages = {
  'extraTime.class': 'Class',
  'extraTime.percentWrong': 'Extra time is a whole number of percent, from 0 for none to {most}.',
  'extraTime.students': 'Name students of the class, each once, and at most {most} at a time.',
  'extraTime.notInClass': 'Somebody of them is not a student of this class any more. Load the page again.',
  'extraTime.saved.one': 'The extra time of 1 student is changed. It counts from the next form that opens.',
  'extraTime.saved.other': 'The extra time of {count} students is changed. It counts from the next form that opens.',
  'audit.said.extraTime.save': '{who} changed the extra time of students of {name}',
} as const;
