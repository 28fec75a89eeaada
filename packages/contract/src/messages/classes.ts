/** The messages of the frame of a class's page. Quoted ones are exactly as in the specification. */
export const classMessages = {
  'class.tabs': 'Parts of the class',
  'class.tab.stream': 'Stream',
  'class.tab.classwork': 'Classwork',
  'class.tab.people': 'People',
  'class.tab.gradebook': 'Gradebook',
  'class.archived': 'This class is archived. Everything can be read, and nothing of it changes until it is restored.',
  'class.loading': 'Class',
} as const;
