import { LIST_PAGES } from '@classwright/contract/lists/routes';

/** One look at a page. */
export interface Look {
  /** The address, with everything that it needs to show something. */
  at: string;
  by: 'guest' | 'student' | 'teacher' | 'administrator';
  /** True when a dialog covers the page. */
  isDialog?: boolean;
  /** True when the page has rows and shows when they are loaded. */
  hasRows?: boolean;
}

const shown = (by: Look['by'], ...addresses: string[]): Look[] => addresses.map((at) => ({ at, by }));
const rows = (by: Look['by'], ...addresses: string[]): Look[] => addresses.map((at) => ({ at, by, hasRows: true }));

/**
 * Every declared page (`apps/web/src/app/pages.tsx`), with the looks at it on the smallest phone; or the journeys that
 * cover it because it shows something only after some steps. A page without a row fails a test.
 */
export const screens: Readonly<Record<string, readonly Look[] | { journeys: readonly string[] }>> = {
  '/': shown('guest', '/'),
  '/choose-password': { journeys: ['accounts', 'picture-cards', 'set-up'] },
  '/google-sign-in': { journeys: ['google-sign-in'] },
  '/sync-connect': { journeys: ['sync'] },
  '/set-up': { journeys: ['set-up'] },
  '/guardian-code': shown('guest', '/guardian-code'),
  '/my-children': { journeys: ['guardians'] },
  '/end-mails': { journeys: ['notifications'] },
  '/privacy': shown('guest', '/privacy', '/privacy?view=parent'),
  '/teacher-live-learning': { journeys: ['teach'] },
  '/student-live-learning': { journeys: ['join-lesson'] },
  '/student-live-snapshot': { journeys: ['join-lesson'] },
  '/student-live-solo': { journeys: ['what-stays'] },
  '/student-live-review': { journeys: ['what-stays'] },
  '/assessment-snapshot': { journeys: ['assessments'] },
  '/home': [...shown('teacher', '/home'), ...shown('administrator', '/home'), ...shown('student', '/home')],
  '/assessments': shown('teacher', '/assessments'),
  '/archived-assessments': shown('teacher', '/archived-assessments'),
  '/questions': shown('teacher', '/questions'),
  '/all-questions': shown('teacher', '/all-questions'),
  '/draft-questions': shown('teacher', '/draft-questions'),
  '/ideas': [...shown('teacher', '/ideas'), ...shown('administrator', '/ideas')],
  '/work-products': shown('teacher', '/work-products'),
  '/files': shown('teacher', '/files'),
  '/invitation-groups': shown('administrator', '/invitation-groups'),
  '/class-details/$id': { journeys: ['stream'] },
  '/live-snapshot': { journeys: ['live-snapshot'] },
  '/attention': { journeys: ['attention'] },
  '/class-attention/$id': { journeys: ['attention'] },
  '/class-extra-time/$id': { journeys: ['people'] },
  '/notifications': [...shown('student', '/notifications'), ...shown('teacher', '/notifications')],
  '/my-notifications': [...shown('student', '/my-notifications'), ...shown('teacher', '/my-notifications?unread=true')],
  '/dashboard': [...shown('administrator', '/dashboard', '/dashboard?tab=summary'), ...shown('student', '/dashboard')],
  '/student-dashboard': shown('teacher', '/student-dashboard'),
  '/assignment-dashboard': shown('teacher', '/assignment-dashboard'),
  '/live-instructions-dashboard': shown('teacher', '/live-instructions-dashboard'),
  '/grade-book-dashboard': shown('teacher', '/grade-book-dashboard'),
  '/attendance-dashboard': shown('teacher', '/attendance-dashboard'),
  '/question-dashboard': shown('teacher', '/question-dashboard'),
  '/class-people': { journeys: ['people'] },
  '/class-people/$id': { journeys: ['people'] },
  '/invitations': shown('student', '/invitations'),
  '/policy-explorer': rows('administrator', '/policy-explorer?operation=level.create'),
  '/audit': rows('administrator', '/audit'),
  '/data-requests': shown('administrator', '/data-requests'),
  '/incidents': shown('administrator', '/incidents'),
  '/incidents/$id': { journeys: ['incidents'] },
  '/retention': shown('administrator', '/retention'),
  '/record-readings': shown('administrator', '/record-readings'),
  '/sync': { journeys: ['sync'] },
  '/sync-run/$id': { journeys: ['sync'] },
  '/rosters': shown('administrator', '/rosters'),
  '/failed-jobs': shown('administrator', '/failed-jobs'),
  '/system': shown('administrator', '/system'),
  '/all-schools': shown('administrator', '/all-schools'),
  '/oneroster': shown('administrator', '/oneroster'),
  '/censored-texts': shown('teacher', '/censored-texts'),
  '/accounts': [
    ...rows('administrator', '/accounts'),
    ...['/accounts?create=true', '/accounts?import=true'].map((at): Look => ({ at, by: 'administrator', hasRows: true, isDialog: true })),
  ],
  '/school-settings': shown('administrator', '/school-settings'),
  '/classes': [...rows('teacher', '/classes'), ...rows('administrator', '/classes'), { at: '/classes?create=true', by: 'administrator', isDialog: true }],
  '/std-classes': rows('student', '/std-classes'),
  '/class-details': { journeys: ['classes'] },
  '/class-classwork': rows('administrator', '/class-classwork'),
  '/class-gradebook': rows('administrator', '/class-gradebook'),
  '/students': rows('administrator', '/students'),
  '/reward-point': [...shown('student', '/reward-point'), ...shown('teacher', '/reward-point'), ...rows('administrator', '/reward-point?tab=rules')],
  '/store': [...shown('student', '/store'), ...shown('teacher', '/store')],
  '/store-items': shown('teacher', '/store-items'),
  '/store-purchases': shown('teacher', '/store-purchases'),
  '/calendar': [...shown('student', '/calendar', '/calendar?view=month'), ...shown('teacher', '/calendar')],
  '/class-classwork/$id': { journeys: ['classwork'] },
  '/class-gradebook/$id': { journeys: ['classwork', 'gradebook', 'gradebook-acts', 'gradebook-colleagues'] },
  '/std-gradebook': shown('student', '/std-gradebook'),
  '/std-classwork': shown('student', '/std-classwork'),
  '/topics': shown('teacher', '/topics'),
  '/profile': shown('administrator', '/profile'),
  ...Object.fromEntries(Object.keys(LIST_PAGES).map((route) => [`/${route}`, rows('administrator', `/${route}`)])),
  '/$': shown('teacher', '/no-such-page'),
};

export const listLooks = (): Look[] => Object.values(screens).flatMap((row) => ('journeys' in row ? [] : row));
