/** The server's messages about students who need attention. */
export const attentionAnswerMessages = {
  'attention.class': 'Class',
  'attention.note': 'Note',
  'attention.students': 'Choose at least one student of the class.',
  'attention.seen': 'This page is out of date. Reload it and try again.',
  'attention.putAway.one': '1 name marked as done until something new comes up.',
  'attention.putAway.other': '{count} names marked as done until something new comes up.',
  'attention.takenBack.one': '1 name is back on the list.',
  'attention.takenBack.other': '{count} names are back on the list.',
  'audit.said.attention.done': '{who} marked names as done under “Who needs attention” in {name}',
  'audit.said.attention.back': '{who} showed names again under “Who needs attention” in {name}',
} as const;
