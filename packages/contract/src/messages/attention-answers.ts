/** The server's messages about students who need attention. */
export const attentionAnswerMessages = {
  'attention.class': 'Class',
  'attention.note': 'Note',
  'attention.students': 'Choose at least one student of the class.',
  'attention.seen': 'Load the page again: it does not say what was looked at.',
  'attention.putAway.one': '1 name put away until something new comes up.',
  'attention.putAway.other': '{count} names put away until something new comes up.',
  'attention.takenBack.one': '1 name is back on the list.',
  'attention.takenBack.other': '{count} names are back on the list.',
  'audit.said.attention.done': '{who} put names away under “Whom to look after” of {name}',
  'audit.said.attention.back': '{who} took names back onto “Whom to look after” of {name}',
} as const;
