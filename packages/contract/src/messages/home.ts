/** Words of the home page. */
export const homeMessages = {
  'home.title': 'Home',
  'home.morning': 'Good morning, {name}',
  'home.afternoon': 'Good afternoon, {name}',
  'home.evening': 'Good evening, {name}',
  'home.liveLearning': 'Live Learning',
  'home.liveLearningHint': 'Lessons you may run; what comes next stands first.',
  'home.nextRunning': 'Running now',
  'home.nextToday': 'Today',
  'home.nextBack': 'Back to your lesson',
  'home.nextOpen': 'Open the lesson',
  'home.noLessons': 'No lessons yet',
  'home.noLessonsHint': 'A lesson appears here once one of your classes has an assessment.',
} as const;
