/** The messages of a teacher's trial changes over the gradebook. */
export const gradebookWhatIfMessages = {
  'tryOut.title': 'What if',
  'tryOut.hint': 'Type grades into the sheet, or change how they count. Nothing is saved or sent, and nobody else sees it.',
  'tryOut.end': 'End what if',
  'tryOut.putBack': 'Reset all',
  'tryOut.calculation': 'Overall Grade Calculation',
  'tryOut.excludeMissing': 'Exclude missing work',
  'tryOut.settings': 'How grades count',
  'tryOut.weight': 'Points',
  'tryOut.drop': 'Drop lowest',
  'tryOut.weightWrong': 'Write points from 0 to 9,999,999.99.',
  'tryOut.dropWrong': 'Write a number from 0 to 1,000.',
  'tryOut.average': 'Class average: {list}',
  'tryOut.moved': '{name} {from} → {to}',
  'tryOut.same': '{name} {value}',
  'tryOut.tried.one': '1 what-if grade',
  'tryOut.tried.other': '{count} what-if grades',
} as const;
