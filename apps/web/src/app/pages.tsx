import type { ReactNode } from 'react';
import { lazyScreen } from '../ui/plain/lazy-screen.tsx';
import { LIST_ROUTES } from './list-routes.ts';
import type { PageName } from './page-names.ts';

type ListRoute = (typeof LIST_ROUTES)[number];

const ReferenceListScreen = lazyScreen(
  () => import('../features/lists/index.ts'),
  ({ ReferenceListScreen: Screen }) => Screen,
);
const AssessmentsScreen = lazyScreen(
  () => import('../features/assessments/index.ts'),
  ({ AssessmentsScreen: Screen }) => Screen,
);
const QuestionBank = lazyScreen(
  () => import('./QuestionBank.tsx'),
  ({ QuestionBank: Screen }) => Screen,
);

const screens: Readonly<Record<Exclude<PageName, ListRoute>, (props: object) => ReactNode>> = {
  'choose-password': lazyScreen(
    () => import('../features/first-sign-in/index.ts'),
    ({ ChoosePasswordScreen: Screen }) => Screen,
  ),
  'google-sign-in': lazyScreen(
    () => import('../features/google-sign-in/index.ts'),
    ({ GoogleSignInScreen: Screen }) => Screen,
  ),
  'set-up': lazyScreen(
    () => import('../features/first-sign-in/index.ts'),
    ({ SetUpScreen: Screen }) => Screen,
  ),
  'invitation-groups': lazyScreen(
    () => import('../features/invitation-groups/index.ts'),
    ({ InvitationGroupsScreen: Screen }) => Screen,
  ),
  'archived-assessments': () => <AssessmentsScreen archived />,
  'assessment-snapshot': lazyScreen(
    () => import('../features/assessments/index.ts'),
    ({ SnapshotScreen: Screen }) => Screen,
  ),
  questions: () => <QuestionBank screen="own" />,
  'all-questions': () => <QuestionBank screen="all" />,
  'draft-questions': () => <QuestionBank screen="drafts" />,
  files: lazyScreen(
    () => import('../features/files/index.ts'),
    ({ FilesScreen: Screen }) => Screen,
  ),
  'policy-explorer': lazyScreen(
    () => import('../features/access/index.ts'),
    ({ PolicyExplorerScreen: Screen }) => Screen,
  ),
  audit: lazyScreen(
    () => import('../features/audit/index.ts'),
    ({ AuditScreen: Screen }) => Screen,
  ),
  'censored-texts': lazyScreen(
    () => import('../features/censorship/index.ts'),
    ({ CensoredTextsScreen: Screen }) => Screen,
  ),
  accounts: lazyScreen(
    () => import('../features/accounts/index.ts'),
    ({ AccountsScreen: Screen }) => Screen,
  ),
  'school-settings': lazyScreen(
    () => import('../features/school-settings/index.ts'),
    ({ SchoolSettingsScreen: Screen }) => Screen,
  ),
  students: lazyScreen(
    () => import('../features/students/index.ts'),
    ({ StudentsScreen: Screen }) => Screen,
  ),
  profile: lazyScreen(
    () => import('../features/profile/index.ts'),
    ({ ProfileScreen: Screen }) => Screen,
  ),
};

const isList = (page: PageName): page is ListRoute => (LIST_ROUTES as readonly string[]).includes(page);

/** The screen of an address, fetched when it is first opened. */
export function Page({ page }: { page: PageName }) {
  if (isList(page)) return <ReferenceListScreen route={page} />;
  const Screen = screens[page];
  return <Screen />;
}
