/**
 * Which module may enter which: one may enter those that stand above it, through their `index.ts`, and no others. The
 * same list holds for the server's modules and the web's features, so there is no way round in a circle.
 */
export const moduleOrder = [
  'config',
  'access',
  'audit',
  'accounts',
  'hand-off',
  'profiles',
  'settings',
  'school-settings',
  'imports',
  'files',
  'reference',
  'censorship',
  'rewards',
  'classes',
  'students',
  'invitation-groups',
  'invitations',
  'questions',
  'question-formats',
  'assessments',
  'classwork',
  'submissions',
  'gradebook',
  'announcements',
  'live',
  'dashboards',
  'sync',
  'home',
] as const;
