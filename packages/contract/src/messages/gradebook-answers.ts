/** What the server says about questions for a gradebook. */
export const gradebookAnswerMessages = {
  'gradeBook.period': 'Marking period',
  'gradeBook.figures': 'Figures',
  'gradeBook.left': 'Students who left',
  'gradeBook.dateWrong': 'Write the day as 2026-09-18.',
  'gradeBook.mostDates': 'Name one day, or two: from and to.',
  'gradeBook.periodWrong': 'Name marking periods by their ids, or as two days such as 2026-09-01..2026-10-31.',
  'gradeBook.periodReversed': 'The last day is before the first one.',
  'gradeBook.mostPeriods': 'Choose at most {most} marking periods.',
  'gradeBook.periodMissing': 'There is no such marking period for this class.',
  'gradeBook.onePeriod': 'Name one marking period.',
  'gradeBook.gradeStatusWrong': 'The grade status is Grade or Ungraded.',
  'gradeBook.categoryWrong': 'Name the category by its id; 0 stands for work without one.',
  'gradeBook.assignmentStatusWrong': 'The assignment status is Submitted, Overdue or Late.',
  'gradeBook.percentWrong': 'Write the grade in percent: a number from 0, with at most two decimals.',
  'gradeBook.gradesReversed': 'The highest grade is below the lowest one.',
  'gradeBook.columnsWrong': 'Name columns by their places, from 0: 0-39.',
} as const;
