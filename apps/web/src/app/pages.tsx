import { LIST_PAGES, type ListRoute } from '@classwright/contract/lists/routes';
import { redirect } from '@tanstack/react-router';
import { isOtherEntry, safeReturnPath } from '../base/addresses.ts';
import { type LessonSearch, type ListSearch, parseLessonSearch, parseSignInSearch, type SignInSearch } from '../base/search.ts';
import { getSession } from '../base/session.ts';
import { usePageSearch } from '../base/use-page-search.ts';
import { useUser } from '../base/use-user.ts';
import type { ChildrenSearch } from '../features/overview/guardians/index.ts';
import type { ExplorerSearch } from '../features/people/access/index.ts';
import type { AccountsSearch } from '../features/people/accounts/index.ts';
import type { NotificationsSearch, StreamSearch } from '../features/class/announcements/index.ts';
import type { AssessmentsSearch, SnapshotSearch } from '../features/class/assessments/index.ts';
import type { AuditSearch } from '../features/overview/audit/index.ts';
import type { NoticeSearch } from '../features/overview/notice/index.ts';
import type { RequestsSearch } from '../features/overview/requests/index.ts';
import type { IncidentSearch } from '../features/overview/incidents/index.ts';
import type { RetentionSearch } from '../features/overview/retention/index.ts';
import type { ReadingSearch } from '../features/overview/readings/index.ts';
import type { DashboardsSearch } from '../features/overview/dashboards/index.ts';
import type { CensoredSearch } from '../features/class/censorship/index.ts';
import type { ClassesSearch } from '../features/class/classes/index.ts';
import type { ClassworkSearch, StudentWorkSearch, TopicsSearch } from '../features/class/classwork/index.ts';
import type { RostersSearch } from '../features/connections/rosters/index.ts';
import type { AllSchoolsSearch } from '../features/overview/all-schools/index.ts';
import type { FailedJobsSearch } from '../features/school/failed-jobs/index.ts';
import type { WorkProductsSearch } from '../features/lesson/work-products/index.ts';
import type { AttentionSearch, LiveSnapshotSearch } from '../features/lesson/results/index.ts';
import type { GradebookSearch, OwnGradesSearch } from '../features/class/gradebook/index.ts';
import type { FilesSearch } from '../features/school/files/index.ts';
import type { PendingSearch, PeopleSearch } from '../features/class/invitations/index.ts';
import type { MyNotificationsSearch } from '../features/school/notifications/index.ts';
import type { ReferenceListSearch } from '../features/school/lists/index.ts';
import type { ProfileSearch } from '../features/people/profile/index.ts';
import type { BankSearch } from '../features/bank/questions/index.ts';
import type { SchoolSearch } from '../features/school/school-settings/index.ts';
import type { IdeasSearch } from '../features/lesson/ideas/index.ts';
import type { CalendarSearch } from '../features/class/calendar/index.ts';
import type { PurchasesSearch, RewardSearch, StoreSearch } from '../features/school/rewards/index.ts';
import type { StudentsSearch } from '../features/class/students/index.ts';
import type { RunSearch, SyncSearch } from '../features/connections/sync/index.ts';
import { lazyScreen } from '../ui/plain/lazy-screen.tsx';
import { NotFound } from '../ui/plain/NotFound.tsx';
import { open, Shell, shell, signedIn } from './layouts.tsx';
import { by, page } from './page.tsx';

// several screens of one part of the program
const loadClasses = () => import('./ClassPages.tsx');
const loadAdministration = () => import('./administration.ts');
const loadAnnouncements = () => import('../features/class/announcements/index.ts');
const loadIdeas = () => import('../features/lesson/ideas/index.ts');
const loadAssessments = () => import('../features/class/assessments/index.ts');
const loadFirstSignIn = () => import('../features/people/first-sign-in/index.ts');
const loadIncidents = () => import('../features/overview/incidents/index.ts');
const loadGuardians = () => import('../features/overview/guardians/index.ts');
const loadRewards = () => import('../features/school/rewards/index.ts');

const loadResults = () => import('../features/lesson/results/index.ts');
const loadDashboards = () => import('../features/overview/dashboards/index.ts');

const SignInScreen = lazyScreen(() => import('../features/people/sign-in/index.ts'), 'SignInScreen');
const HomeScreen = lazyScreen(() => import('../features/overview/home/index.ts'), 'HomeScreen');
const AssessmentsScreen = lazyScreen(loadAssessments, 'AssessmentsScreen');
const Assessments = lazyScreen(() => import('./AssessmentPages.tsx'), 'Assessments');
const QuestionBank = lazyScreen(() => import('./QuestionBank.tsx'), 'QuestionBank');
const ReferenceListScreen = lazyScreen(() => import('../features/school/lists/index.ts'), 'ReferenceListScreen');
const ClassesPage = lazyScreen(loadClasses, 'ClassesPage');
const StudentClassesPage = lazyScreen(loadClasses, 'StudentClassesPage');
const RequestedClassesScreen = lazyScreen(loadClasses, 'RequestedClassesScreen');
const ChooseClass = lazyScreen(loadClasses, 'ChooseClass');
const DashboardPage = lazyScreen(loadDashboards, 'DashboardPage');
const LessonsScreen = lazyScreen(() => import('../features/lesson/lessons/index.ts'), 'LessonsScreen');
const TeacherLesson = lazyScreen(() => import('./TeacherLesson.tsx'), 'TeacherLesson');

/** Each dashboard alone. `/dashboard` shows all of them. */
const DASHBOARDS = [
  'student-dashboard',
  'assignment-dashboard',
  'live-instructions-dashboard',
  'grade-book-dashboard',
  'attendance-dashboard',
  'question-dashboard',
] as const;

/** Fetches the screens that the signed-in person is likely to open next, once nothing else is loading. */
export function preloadScreens(): void {
  for (const screen of [Shell, HomeScreen]) screen.fetchAhead();
  if (getSession()) Assessments.fetchAhead();
}

/** Redirects to a path after sign-in: within the app, or by a page load to the student's lesson. */
const leaveFor = (path: string) => redirect({ href: path, replace: true, reloadDocument: isOtherEntry(path) });

/**
 * Shows the teacher's lesson, which fills the screen and has its own top bar, or without an assessment the list to
 * choose from.
 */
function TeacherLessonPage() {
  const { assessment_id } = usePageSearch(parseLessonSearch).search;
  const { rights } = useUser();
  // a student with the teacher's address: a page of the shell redirects
  const isForStudents = rights.includes('live-participation:view') && !rights.includes('live-lessons:view');
  if (assessment_id === undefined || isForStudents) return <Shell>{isForStudents ? <NotFound /> : <LessonsScreen />}</Shell>;
  return <TeacherLesson key={assessment_id} assessmentId={assessment_id} />;
}

/** A page with a separate entry file, reached only by a page load. */
const otherEntry = {
  before: ({ href }: { href: string }) => {
    throw redirect({ href, reloadDocument: true });
  },
  screen: () => null,
};

/** Every page of the staff's app. New pages are declared only here. */
export const routeTree = open.addChildren([
  page(open, '/', {
    search: by<SignInSearch>(),
    before: ({ search }) => {
      if (getSession()) throw leaveFor(safeReturnPath(parseSignInSearch({ ...search }).to) ?? '/home');
    },
    screen: () => <SignInScreen onShown={preloadScreens} />,
  }),
  // the pages for one-time links and typed card codes, for the return from Google, for the first start
  page(open, '/choose-password', {
    screen: lazyScreen(loadFirstSignIn, 'ChoosePasswordScreen'),
  }),
  page(open, '/google-sign-in', {
    screen: lazyScreen(() => import('../features/people/google-sign-in/index.ts'), 'GoogleSignInScreen'),
  }),
  page(open, '/sync-connect', {
    screen: lazyScreen(loadClasses, 'ConnectScreen'),
  }),
  page(open, '/set-up', {
    screen: lazyScreen(loadFirstSignIn, 'SetUpScreen'),
  }),
  // the page where a guardian types a code on paper
  page(open, '/guardian-code', {
    screen: lazyScreen(loadGuardians, 'GuardianCodeScreen'),
  }),
  // the page of the unsubscribe link in mails
  page(open, '/end-mails', {
    screen: lazyScreen(loadFirstSignIn, 'MailChoiceScreen'),
  }),
  // the page about data, for everybody
  page(open, '/privacy', {
    search: by<NoticeSearch>(),
    screen: lazyScreen(() => import('../features/overview/notice/index.ts'), 'NoticeScreen'),
  }),
  signedIn.addChildren([
    page(signedIn, '/teacher-live-learning', { search: by<LessonSearch>(), screen: TeacherLessonPage }),
    // a separate entry file
    page(signedIn, '/student-live-learning', otherEntry),
    page(signedIn, '/student-live-snapshot', otherEntry),
    page(signedIn, '/student-live-solo', otherEntry),
    page(signedIn, '/student-live-review', otherEntry),
    page(signedIn, '/assessment-snapshot', {
      right: 'assessments:view',
      search: by<SnapshotSearch>(),
      screen: lazyScreen(loadAssessments, 'SnapshotScreen'),
    }),
    shell.addChildren([
      page(shell, '/home', { search: by<ListSearch>(), screen: HomeScreen }),
      page(shell, '/assessments', { right: 'assessments:view', search: by<AssessmentsSearch>(), screen: Assessments }),
      page(shell, '/archived-assessments', {
        right: 'assessments:view',
        search: by<AssessmentsSearch>(),
        screen: () => <AssessmentsScreen archived />,
      }),
      page(shell, '/questions', { right: 'questions:view', search: by<BankSearch>(), screen: () => <QuestionBank screen="own" /> }),
      page(shell, '/all-questions', { right: 'questions:view', search: by<BankSearch>(), screen: () => <QuestionBank screen="all" /> }),
      page(shell, '/draft-questions', { right: 'draft-questions:view', search: by<BankSearch>(), screen: () => <QuestionBank screen="drafts" /> }),
      page(shell, '/work-products', {
        right: 'work-products:view',
        search: by<WorkProductsSearch>(),
        screen: lazyScreen(() => import('../features/lesson/work-products/index.ts'), 'WorkProductsScreen'),
      }),
      page(shell, '/files', {
        right: 'files:view',
        search: by<FilesSearch>(),
        screen: lazyScreen(() => import('../features/school/files/index.ts'), 'FilesScreen'),
      }),
      page(shell, '/invitation-groups', {
        right: 'invitation-groups:view',
        search: by<ReferenceListSearch>(),
        screen: lazyScreen(() => import('../features/class/invitation-groups/index.ts'), 'InvitationGroupsScreen'),
      }),
      page(shell, '/class-details/$id', {
        right: 'announcements:view',
        search: by<StreamSearch>(),
        screen: lazyScreen(loadAnnouncements, 'StreamScreen'),
      }),
      page(shell, '/notifications', {
        right: 'announcements:view',
        search: by<NotificationsSearch>(),
        screen: lazyScreen(loadAnnouncements, 'NotificationsScreen'),
      }),
      page(shell, '/my-notifications', {
        search: by<MyNotificationsSearch>(),
        screen: lazyScreen(() => import('../features/school/notifications/index.ts'), 'MyNotificationsScreen'),
      }),
      page(shell, '/class-people/$id', {
        search: by<PeopleSearch>(),
        screen: lazyScreen(loadClasses, 'PeoplePage'),
      }),
      page(shell, '/invitations', {
        right: 'invitations:view',
        search: by<PendingSearch>(),
        screen: lazyScreen(loadClasses, 'PendingInvitationsScreen'),
      }),
      page(shell, '/policy-explorer', {
        right: 'access-explorer:view',
        search: by<ExplorerSearch>(),
        screen: lazyScreen(() => import('../features/people/access/index.ts'), 'PolicyExplorerScreen'),
      }),
      page(shell, '/audit', {
        right: 'audit:view',
        search: by<AuditSearch>(),
        screen: lazyScreen(() => import('../features/overview/audit/index.ts'), 'AuditScreen'),
      }),
      page(shell, '/record-readings', {
        right: 'privacy:view',
        search: by<ReadingSearch>(),
        screen: lazyScreen(() => import('../features/overview/readings/index.ts'), 'ReadingsScreen'),
      }),
      page(shell, '/incidents', {
        right: 'incidents:view',
        search: by<IncidentSearch>(),
        screen: lazyScreen(loadIncidents, 'IncidentsScreen'),
      }),
      page(shell, '/incidents/$id', {
        right: 'incidents:view',
        screen: lazyScreen(loadIncidents, 'IncidentScreen'),
      }),
      page(shell, '/retention', {
        right: 'retention:view',
        search: by<RetentionSearch>(),
        screen: lazyScreen(() => import('../features/overview/retention/index.ts'), 'RetentionScreen'),
      }),
      page(shell, '/data-requests', {
        right: 'data-requests:view',
        search: by<RequestsSearch>(),
        screen: lazyScreen(() => import('../features/overview/requests/index.ts'), 'RequestsScreen'),
      }),
      page(shell, '/sync', {
        right: 'classroom-sync:view',
        search: by<SyncSearch>(),
        screen: lazyScreen(loadClasses, 'SyncScreen'),
        otherwise: lazyScreen(loadClasses, 'ConnectGoogleScreen'),
      }),
      page(shell, '/sync-run/$id', {
        right: 'classroom-sync:view',
        search: by<RunSearch>(),
        screen: lazyScreen(loadClasses, 'RunScreen'),
      }),
      page(shell, '/failed-jobs', {
        right: 'failed-jobs:view',
        search: by<FailedJobsSearch>(),
        screen: lazyScreen(loadAdministration, 'FailedJobsScreen'),
      }),
      page(shell, '/all-schools', {
        right: 'all-schools:view',
        search: by<AllSchoolsSearch>(),
        screen: lazyScreen(() => import('../features/overview/all-schools/index.ts'), 'AllSchoolsScreen'),
      }),
      page(shell, '/system', {
        right: 'system:view',
        screen: lazyScreen(() => import('../features/overview/system/index.ts'), 'SystemScreen'),
      }),
      page(shell, '/rosters', {
        right: 'rosters:view',
        search: by<RostersSearch>(),
        screen: lazyScreen(loadAdministration, 'RostersScreen'),
      }),
      page(shell, '/oneroster', {
        right: 'api-clients:view',
        screen: lazyScreen(loadAdministration, 'OneRosterScreen'),
      }),
      page(shell, '/censored-texts', {
        right: 'censored-texts:view',
        search: by<CensoredSearch>(),
        screen: lazyScreen(loadAdministration, 'CensoredTextsScreen'),
      }),
      page(shell, '/accounts', {
        right: 'accounts:view',
        search: by<AccountsSearch>(),
        screen: lazyScreen(() => import('../features/people/accounts/index.ts'), 'AccountsScreen'),
      }),
      page(shell, '/school-settings', {
        right: 'school-settings:view',
        search: by<SchoolSearch>(),
        screen: lazyScreen(() => import('./SchoolSettingsPage.tsx'), 'SchoolSettingsPage'),
      }),
      page(shell, '/students', {
        right: 'students:view',
        search: by<StudentsSearch>(),
        screen: lazyScreen(() => import('../features/class/students/index.ts'), 'StudentsScreen'),
      }),
      page(shell, '/reward-point', {
        right: 'reward-point:view',
        search: by<RewardSearch>(),
        screen: lazyScreen(loadRewards, 'RewardPointScreen'),
      }),
      page(shell, '/store', {
        right: 'store:view',
        search: by<StoreSearch>(),
        screen: lazyScreen(loadRewards, 'StoreScreen'),
      }),
      page(shell, '/store-items', {
        right: 'store-items:view',
        search: by<ReferenceListSearch>(),
        screen: lazyScreen(loadRewards, 'StoreItemsScreen'),
      }),
      page(shell, '/store-purchases', {
        right: 'store-purchases:view',
        search: by<PurchasesSearch>(),
        screen: lazyScreen(loadRewards, 'PurchasesScreen'),
      }),
      page(shell, '/calendar', {
        right: 'calendar:view',
        search: by<CalendarSearch>(),
        screen: lazyScreen(() => import('../features/class/calendar/index.ts'), 'CalendarScreen'),
      }),
      page(shell, '/dashboard', {
        right: 'dashboard:view',
        search: by<DashboardsSearch>(),
        screen: lazyScreen(loadDashboards, 'DashboardsScreen'),
      }),
      ...DASHBOARDS.map((route) =>
        page(shell, `/${route}`, { right: `${route}:view`, search: by<DashboardsSearch>(), screen: () => <DashboardPage route={route} /> }),
      ),
      page(shell, '/class-classwork/$id', {
        right: 'classwork:view',
        search: by<ClassworkSearch>(),
        screen: lazyScreen(loadClasses, 'ClassworkPage'),
      }),
      page(shell, '/class-gradebook/$id', {
        right: 'grade-settings:view',
        search: by<GradebookSearch>(),
        screen: lazyScreen(loadClasses, 'GradebookPage'),
        otherwise: lazyScreen(loadClasses, 'OwnGradesInstead'),
      }),
      page(shell, '/live-snapshot', {
        right: 'live-lessons:run',
        search: by<LiveSnapshotSearch>(),
        screen: lazyScreen(loadResults, 'LiveSnapshotScreen'),
      }),
      page(shell, '/attention', {
        right: 'live-lessons:run',
        screen: lazyScreen(loadResults, 'AttentionClassesScreen'),
      }),
      page(shell, '/ideas', {
        right: 'ideas:view',
        search: by<IdeasSearch>(),
        screen: lazyScreen(loadIdeas, 'IdeasScreen'),
      }),
      page(shell, '/class-attention/$id', {
        right: 'live-lessons:run',
        search: by<AttentionSearch>(),
        screen: lazyScreen(loadResults, 'AttentionScreen'),
      }),
      page(shell, '/class-extra-time/$id', {
        right: 'extra-time:view',
        screen: lazyScreen(loadClasses, 'ExtraTimeScreen'),
      }),
      page(shell, '/std-classwork', {
        right: 'std-classwork:view',
        search: by<StudentWorkSearch>(),
        screen: lazyScreen(loadClasses, 'StudentWorkPage'),
      }),
      page(shell, '/std-gradebook', {
        right: 'std-gradebook:view',
        search: by<OwnGradesSearch>(),
        screen: lazyScreen(loadClasses, 'StudentGradebookScreen'),
      }),
      page(shell, '/topics', {
        right: 'topic-list:view',
        search: by<TopicsSearch>(),
        screen: lazyScreen(loadClasses, 'TopicsScreen'),
      }),
      page(shell, '/my-children', {
        right: 'my-children:view',
        search: by<ChildrenSearch>(),
        screen: lazyScreen(loadGuardians, 'MyChildrenScreen'),
      }),
      page(shell, '/profile', {
        search: by<ProfileSearch>(),
        screen: lazyScreen(() => import('./ProfilePage.tsx'), 'ProfilePage'),
      }),
      page(shell, '/classes', { search: by<ClassesSearch>(), screen: ClassesPage }),
      page(shell, '/std-classes', { search: by<ClassesSearch>(), screen: StudentClassesPage }),
      // a class's page without a class
      ...(['/class-classwork', '/class-gradebook', '/class-details', '/class-people'] as const).map((path) =>
        page(shell, path, { search: by<ClassesSearch>(), screen: () => <ChooseClass path={path} /> }),
      ),
      ...(Object.keys(LIST_PAGES) as ListRoute[]).map((route) =>
        page(shell, `/${route}`, {
          right: `${LIST_PAGES[route]}:view`,
          search: by<ReferenceListSearch>(),
          screen: route === 'requested-classes' ? RequestedClassesScreen : () => <ReferenceListScreen route={route} />,
        }),
      ),
      page(shell, '$', { screen: NotFound }),
    ]),
  ]),
]);
