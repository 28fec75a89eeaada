/** The messages of a student's home page. */
export const studentHomeMessages = {
  'home.runningNow': 'Live Learning, running now',
  'home.join': 'Join the lesson',
  'home.nothingRuns': 'No lesson is running',
  'home.nothingRunsHint': 'When your teacher starts one, this page takes you there.',
  'home.pastLessons': 'Past lessons',
  'home.morePastLessons': 'Show more',
  'home.notReceived': 'Not received',
  'home.refused': '{lesson}, {form}: what you wrote was not received.',
  'home.late': '{lesson}, {form}: what you wrote arrived too late.',
  'home.someLesson': 'A lesson on {date}',
  'home.putAway': 'Dismiss',
  'home.finishedOn': 'Finished {date}',
} as const;
