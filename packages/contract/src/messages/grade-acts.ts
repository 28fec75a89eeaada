/** Words of acts on many grades at once. */
export const gradeActMessages = {
  'gradeActs.changes': 'Changes',
  'gradeActs.note': 'Note',
  'gradeActs.wholly': 'All or nothing',
  'gradeActs.account': 'Student',
  'gradeActs.most': 'At most {most} cells at once. Choose fewer students or fewer items.',
  'gradeActs.none': 'Choose at least one cell.',
  'gradeActs.columns': 'Every column needs as many values as the others.',
  'gradeActs.works': 'Class work',
  'gradeActs.mostNamed': 'At most {most} at once.',
  'gradeActs.act': 'Say what is to be done, with what it needs.',
  'gradeActs.points': 'Write points as a number with at most two decimals.',
  'gradeActs.percent': 'Write a percentage from 0 to {most}, with at most two decimals.',
  'gradeActs.factor': 'Write a factor from 0 to {most}, with at most four decimals.',
  'gradeActs.returned.one': '1 grade returned',
  'gradeActs.returned.other': '{count} grades returned',
  'gradeActs.savedNone': 'Every grade was so already.',
} as const;
