import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { Snackbar } from '../ui/plain/Snackbar.tsx';
import { safeReturnPath, isOtherEntry } from '../base/addresses.ts';
import { Broken } from './Broken.tsx';
import { LeaveGuard } from './LeaveGuard.tsx';
import { lazyScreen } from '../ui/plain/lazy-screen.tsx';
import { NotFound } from '../ui/plain/NotFound.tsx';
import { PAGES } from './page-names.ts';
import { parseHomeSearch, parseLessonSearch, parseSignInSearch } from '../base/search.ts';
import { getSession, lastSignOutReason } from '../base/session.ts';
import { useUser } from '../base/use-user.ts';

const SignInScreen = lazyScreen(
  () => import('../features/sign-in/index.ts'),
  ({ SignInScreen: Screen }) => Screen,
);
const Shell = lazyScreen(
  () => import('./shell/index.ts'),
  ({ Shell: Screen }) => Screen,
);
const HomeScreen = lazyScreen(
  () => import('../features/home/index.ts'),
  ({ HomeScreen: Screen }) => Screen,
);
const AssessmentsScreen = lazyScreen(
  () => import('../features/assessments/index.ts'),
  ({ AssessmentsScreen: Screen }) => Screen,
);
const LessonsScreen = lazyScreen(
  () => import('../features/lessons/index.ts'),
  ({ LessonsScreen: Screen }) => Screen,
);
/** The other pages, each a part of its own. Which there are is said apart: the first screens carry none of it. */
const Page = lazyScreen(
  () => import('./pages.tsx'),
  ({ Page: Screen }) => Screen,
);
const TeacherLesson = lazyScreen(
  () => import('./TeacherLesson.tsx'),
  ({ TeacherLesson: Screen }) => Screen,
);

const rootRoute = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <LeaveGuard />
      <Snackbar />
    </>
  ),
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: parseSignInSearch,
  component: () => <SignInScreen onShown={preloadScreens} />,
  beforeLoad: ({ search }) => {
    if (getSession()) throw leaveFor(safeReturnPath(search.to) ?? '/home');
  },
});

/** Before anybody is signed in: where one-time links lead and cards are typed in, where Google sends people back to, the first start. */
const openRoutes = (['choose-password', 'google-sign-in', 'set-up'] as const).map((page) =>
  createRoute({ getParentRoute: () => rootRoute, path: `/${page}`, component: () => <Page page={page} /> }),
);

/** Everything but sign-in: without a signed-in user to sign-in, and back afterwards. */
const signedInRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'signed-in',
  beforeLoad: ({ location }) => {
    if (getSession()) return;
    // who chose to leave, or was replaced by a newer device, begins anew
    const comesBack = lastSignOutReason() === null || lastSignOutReason() === 'expired';
    throw redirect({ to: '/', search: comesBack && location.href !== '/home' ? { to: location.href } : {} });
  },
});

const shellRoute = createRoute({
  getParentRoute: () => signedInRoute,
  id: 'shell',
  component: () => (
    <Shell>
      <Outlet />
    </Shell>
  ),
});

const homeRoute = createRoute({ getParentRoute: () => shellRoute, path: '/home', validateSearch: parseHomeSearch, component: HomeScreen });
const assessmentsRoute = createRoute({ getParentRoute: () => shellRoute, path: '/assessments', component: () => <AssessmentsScreen /> });
/** Every other page of the shell. */
const pageRoutes = PAGES.map((page) => createRoute({ getParentRoute: () => shellRoute, path: `/${page}`, component: () => <Page key={page} page={page} /> }));
/** In a window of its own, without the shell. */
const snapshotRoute = createRoute({ getParentRoute: () => signedInRoute, path: '/assessment-snapshot', component: () => <Page page="assessment-snapshot" /> });
const unknownRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFound });

/** The lesson fills the screen and brings its own top bar; without an assessment it is the list to choose from. */
const teacherLessonRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/teacher-live-learning',
  validateSearch: parseLessonSearch,
  component: function TeacherLessonPage() {
    const { assessment_id } = teacherLessonRoute.useSearch();
    const { rights } = useUser();
    // a student who was given the teacher's address: a page of the shell leads on
    if (rights.includes('live-participation:view') && !rights.includes('live-lessons:view'))
      return (
        <Shell>
          <NotFound />
        </Shell>
      );
    return assessment_id === undefined ? (
      <Shell>
        <LessonsScreen />
      </Shell>
    ) : (
      <TeacherLesson key={assessment_id} assessmentId={assessment_id} />
    );
  },
});

const studentLessonRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/student-live-learning',
  beforeLoad: ({ location }) => {
    throw redirect({ href: location.href, reloadDocument: true });
  },
});

/** On to a path after signing in: within the app, or by a page load to the student's lesson. */
function leaveFor(path: string) {
  return redirect({ href: path, replace: true, ...(isOtherEntry(path) ? { reloadDocument: true } : {}) });
}

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    signInRoute,
    ...openRoutes,
    signedInRoute.addChildren([
      shellRoute.addChildren([homeRoute, assessmentsRoute, ...pageRoutes, unknownRoute]),
      snapshotRoute,
      teacherLessonRoute,
      studentLessonRoute,
    ]),
  ]),
  defaultErrorComponent: ({ error }) => <Broken error={error} />,
  defaultNotFoundComponent: NotFound,
  scrollRestoration: true,
  trailingSlash: 'never',
});

/** Fetches what the signed-in person is likely to open next, once nothing else is going on. */
export function preloadScreens(): void {
  const screens = getSession() ? [Shell, HomeScreen, AssessmentsScreen, Page] : [Shell, HomeScreen];
  for (const screen of screens) screen.fetchAhead();
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
