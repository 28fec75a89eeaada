import { LIST_ROUTES } from './list-routes.ts';

/**
 * Addresses of the signed-in person's pages beside those that the router names itself. A new page: its name here, its
 * screen in `pages.tsx`. The first screens carry the names alone.
 */
export const PAGES = [
  ...LIST_ROUTES,
  'archived-assessments',
  'invitation-groups',
  'questions',
  'all-questions',
  'draft-questions',
  'files',
  'policy-explorer',
  'audit',
  'censored-texts',
  'accounts',
  'school-settings',
  'students',
  'profile',
] as const;
export type PageName = (typeof PAGES)[number] | 'assessment-snapshot' | 'choose-password' | 'google-sign-in' | 'set-up';
