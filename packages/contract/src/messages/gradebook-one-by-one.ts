/** The messages of the gradebook on a phone: one student or one item at a time. */
export const gradebookOneByOneMessages = {
  'sheet.oneByOne': 'Grades, one student or one item at a time',
  'sheet.oneBy': 'Show',
  'sheet.byStudent': 'One student',
  'sheet.byItem': 'One item',
  'sheet.previous': 'Previous',
  'sheet.next': 'Next',
  'sheet.item': 'Item',
  'sheet.placeOf': '{name}: {place} of {count}',
  'sheet.open': 'Open',
  'sheet.openOf': 'Open {title}',
  'sheet.showMore.one': 'Show 1 more',
  'sheet.showMore.other': 'Show {count} more',
  'sheet.nameLeft': '{name} (left)',
} as const;
