/**
 * Where the screens of the lists are, after the first slash. Light, so that a program's first load names the addresses
 * without the definitions; a definition's `route` is one of these, and a test finds one without a list.
 */
export const LIST_ROUTES = [
  'question-types',
  'question-grades',
  'question-subjects',
  'question-cycles',
  'levels',
  'standard',
  'groups',
  'protocols',
  'schools',
  'periods',
  'assessment-periods',
  'requested-classes',
  'roles',
  'actions',
  'policy',
  'resources',
  'resource-policy',
  'account-roles',
  'censorship-level',
  'censorship-word-list',
] as const;
export type ListRoute = (typeof LIST_ROUTES)[number];
