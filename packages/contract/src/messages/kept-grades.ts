/** The messages about typed grades that a device keeps because they could not be saved. */
export const keptGradeMessages = {
  'kept.notSaved.one': '{count} grade in {class} is not saved: {cause}',
  'kept.notSaved.other': '{count} grades in {class} are not saved: {cause}',
  'kept.grade': '{grade} for {student} in {work}',
  'kept.more.one': 'and 1 more',
  'kept.more.other': 'and {count} more',
  'kept.noGrade': 'what was typed is not a grade.',
  'kept.someClass': 'a class',
  'kept.open': 'Open the gradebook',
  'kept.putAway': 'Dismiss',
};
