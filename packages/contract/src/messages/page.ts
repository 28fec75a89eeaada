/**
 * The texts of the pages before any program runs: `index.html`, `join.html` and `drive-picker.html` have them in
 * English, the server writes them in the language.
 */
export const pageMessages = {
  'page.about': 'Classes, assessments and live peer-instruction lessons.',
  'page.lesson': 'Live Learning · Classwright',
  'page.lesson.about': 'The live lesson on a student’s device.',
  'page.drive': 'Google Drive · Classwright',
  'page.drive.about': 'Choose files in Google Drive.',
  'page.needsScript': 'Classwright needs JavaScript. Turn it on in the browser’s settings and reload the page.',
} as const;
