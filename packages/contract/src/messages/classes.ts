/** The messages of the frame of a class's page. Quoted ones are exactly as in the specification. */
export const classMessages = {
  'class.tabs': 'Class pages',
  'class.tab.stream': 'Stream',
  'class.tab.classwork': 'Classwork',
  'class.tab.people': 'People',
  'class.tab.gradebook': 'Gradebook',
  'class.archived': 'This class is archived. It can be read but not changed until it is restored.',
  'class.loading': 'Class',
} as const;
