import { createRootRoute, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router';
import { Snackbar } from '../ui/plain/Snackbar.tsx';
import { safeReturnPath, isOtherEntry } from './addresses.ts';
import { Broken } from './Broken.tsx';
import { lazyScreen } from './lazy-screen.tsx';
import { LIST_ROUTES } from './list-routes.ts';
import { NotFound } from './NotFound.tsx';
import { assessmentsSearch, censoredSearch, homeSearch, lessonSearch, referenceListSearch, signInSearch } from './search.ts';
import { getSession, lastSignOutReason } from './session.ts';

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
const ReferenceListScreen = lazyScreen(
  () => import('../features/lists/index.ts'),
  ({ ReferenceListScreen: Screen }) => Screen,
);
const PolicyExplorerScreen = lazyScreen(
  () => import('../features/access/index.ts'),
  ({ PolicyExplorerScreen: Screen }) => Screen,
);
const AuditScreen = lazyScreen(
  () => import('../features/audit/index.ts'),
  ({ AuditScreen: Screen }) => Screen,
);
const CensoredTextsScreen = lazyScreen(
  () => import('../features/censorship/index.ts'),
  ({ CensoredTextsScreen: Screen }) => Screen,
);
const AccountsScreen = lazyScreen(
  () => import('../features/accounts/index.ts'),
  ({ AccountsScreen: Screen }) => Screen,
);
const SchoolSettingsScreen = lazyScreen(
  () => import('../features/school-settings/index.ts'),
  ({ SchoolSettingsScreen: Screen }) => Screen,
);
const StudentsScreen = lazyScreen(
  () => import('../features/students/index.ts'),
  ({ StudentsScreen: Screen }) => Screen,
);
const ProfileScreen = lazyScreen(
  () => import('../features/profile/index.ts'),
  ({ ProfileScreen: Screen }) => Screen,
);
const ChoosePasswordScreen = lazyScreen(
  () => import('../features/first-sign-in/index.ts'),
  ({ ChoosePasswordScreen: Screen }) => Screen,
);
const SetUpScreen = lazyScreen(
  () => import('../features/first-sign-in/index.ts'),
  ({ SetUpScreen: Screen }) => Screen,
);
const InvitationGroupsScreen = lazyScreen(
  () => import('../features/invitation-groups/index.ts'),
  ({ InvitationGroupsScreen: Screen }) => Screen,
);
const QuestionBank = lazyScreen(
  () => import('./QuestionBank.tsx'),
  ({ QuestionBank: Screen }) => Screen,
);
const TeacherLesson = lazyScreen(
  () => import('./TeacherLesson.tsx'),
  ({ TeacherLesson: Screen }) => Screen,
);

const rootRoute = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Snackbar />
    </>
  ),
});

const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: signInSearch,
  component: SignInScreen,
  beforeLoad: ({ search }) => {
    if (getSession()) throw leaveFor(safeReturnPath(search.to) ?? '/home');
  },
});

/** Where a one-time link leads, and where the code of a card is typed in; whoever is signed in is replaced. */
const choosePasswordRoute = createRoute({ getParentRoute: () => rootRoute, path: '/choose-password', component: ChoosePasswordScreen });
const setUpRoute = createRoute({ getParentRoute: () => rootRoute, path: '/set-up', component: SetUpScreen });

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

const homeRoute = createRoute({ getParentRoute: () => shellRoute, path: '/home', validateSearch: homeSearch, component: HomeScreen });
const assessmentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/assessments',
  validateSearch: assessmentsSearch,
  component: AssessmentsScreen,
});
const listRoutes = LIST_ROUTES.map((route) =>
  createRoute({
    getParentRoute: () => shellRoute,
    path: `/${route}`,
    validateSearch: referenceListSearch,
    component: () => <ReferenceListScreen key={route} route={route} />,
  }),
);
const questionRoutes = (
  [
    ['/questions', 'own'],
    ['/all-questions', 'all'],
    ['/draft-questions', 'drafts'],
  ] as const
).map(([path, screen]) => createRoute({ getParentRoute: () => shellRoute, path, component: () => <QuestionBank screen={screen} /> }));
const explorerRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/policy-explorer',
  component: PolicyExplorerScreen,
});
const auditRoute = createRoute({ getParentRoute: () => shellRoute, path: '/audit', component: AuditScreen });
const censoredRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/censored-texts',
  validateSearch: censoredSearch,
  component: CensoredTextsScreen,
});
const invitationGroupsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/invitation-groups',
  validateSearch: referenceListSearch,
  component: InvitationGroupsScreen,
});
const accountsRoute = createRoute({ getParentRoute: () => shellRoute, path: '/accounts', component: AccountsScreen });
const schoolSettingsRoute = createRoute({ getParentRoute: () => shellRoute, path: '/school-settings', component: SchoolSettingsScreen });
const studentsRoute = createRoute({ getParentRoute: () => shellRoute, path: '/students', component: StudentsScreen });
const profileRoute = createRoute({ getParentRoute: () => shellRoute, path: '/profile', component: ProfileScreen });
const unknownRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFound });

/** The lesson fills the screen and brings its own top bar; without an assessment it is the list to choose from. */
const teacherLessonRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/teacher-live-learning',
  validateSearch: lessonSearch,
  component: function TeacherLessonPage() {
    const { assessment_id } = teacherLessonRoute.useSearch();
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
    choosePasswordRoute,
    setUpRoute,
    signedInRoute.addChildren([
      shellRoute.addChildren([
        homeRoute,
        assessmentsRoute,
        ...listRoutes,
        invitationGroupsRoute,
        ...questionRoutes,
        explorerRoute,
        auditRoute,
        censoredRoute,
        accountsRoute,
        schoolSettingsRoute,
        studentsRoute,
        profileRoute,
        unknownRoute,
      ]),
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
  const screens = getSession() ? [Shell, HomeScreen, AssessmentsScreen] : [Shell, HomeScreen];
  for (const screen of screens) screen.fetchAhead();
}

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
