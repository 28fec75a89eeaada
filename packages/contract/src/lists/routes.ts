/**
 * The addresses of the lists' screens, after the first slash, and the resource whose `view` opens each. A small file,
 * so that the first load of a page has the addresses without the definitions. A definition's `route` is one of these,
 * and a test compares them.
 */
export const LIST_PAGES = {
  'question-types': 'question-types',
  'question-grades': 'question-grades',
  'question-subjects': 'question-subjects',
  'question-cycles': 'question-cycles',
  levels: 'levels',
  standard: 'standards',
  groups: 'groups',
  protocols: 'protocols',
  schools: 'schools',
  periods: 'periods',
  'assessment-periods': 'assessment-periods',
  'requested-classes': 'requested-classes',
  roles: 'roles',
  actions: 'actions',
  policy: 'policies',
  resources: 'resources',
  'resource-policy': 'resource-policies',
  'account-roles': 'account-roles',
  'censorship-level': 'censorship-levels',
  'censorship-word-list': 'censorship-words',
  'all-ideas': 'ideas',
} as const;
export type ListRoute = keyof typeof LIST_PAGES;
