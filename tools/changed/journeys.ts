/**
 * Which rooms each journey walks through: modules of the server and features of the web by one name, and `join`. A change
 * in one of them asks for the journey; what every room stands on asks for all.
 */
export const journeyRooms: Readonly<Record<string, readonly string[]>> = {
  access: ['access', 'audit', 'lists', 'reference'],
  accounts: ['accounts', 'audit', 'imports', 'profile', 'profiles', 'students'],
  assessments: ['assessments', 'questions'],
  censorship: ['censorship', 'join', 'live'],
  files: ['files'],
  formulas: ['files', 'questions'],
  'google-sign-in': ['accounts', 'google-sign-in', 'sign-in'],
  harness: [],
  'invitation-groups': ['imports', 'invitation-groups', 'lists'],
  'item-analysis': ['join', 'live', 'questions'],
  'join-devices': ['accounts', 'join', 'live'],
  'join-fallback': ['join', 'live'],
  'join-lesson': ['join', 'live'],
  'join-network': ['join', 'live'],
  'join-offline': ['join', 'live'],
  'join-typing': ['join', 'live', 'questions'],
  lesson: ['assessments', 'join', 'live', 'home'],
  lists: ['access', 'audit', 'lists', 'reference', 'school-settings'],
  pictures: ['files', 'questions'],
  'question-import': ['imports', 'question-formats', 'questions'],
  questions: ['files', 'questions'],
  'set-up': ['accounts', 'first-sign-in', 'home', 'sign-in'],
  settings: ['lists', 'reference', 'school-settings', 'settings', 'sign-in'],
  shell: ['hand-off', 'home', 'lessons', 'settings'],
  'sign-in': ['accounts', 'first-sign-in', 'home', 'sign-in'],
  teach: ['lessons', 'live'],
};
