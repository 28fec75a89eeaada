import { useHasClassroom } from '../base/set-up.ts';
import { useUser } from '../base/use-user.ts';
import { ClassesScreen, StudentClassesScreen } from '../features/class/classes/index.ts';
import { SyncButton } from '../features/connections/sync/index.ts';
import { lazyScreen } from '../ui/plain/lazy-screen.tsx';

// where screens of several features meet on pages of classes: what loads which stands here, so that the first load does not carry it

export { ConnectScreen, RunScreen, SyncScreen } from '../features/connections/sync/index.ts';
export { StudentGradebookScreen } from '../features/class/gradebook/index.ts';
export { RequestedClassesScreen } from '../features/class/classes/index.ts';
export const PendingInvitationsScreen = lazyScreen(() => import('../features/class/invitations/index.ts'), 'PendingInvitationsScreen');
export const TopicsScreen = lazyScreen(() => import('../features/class/classwork/index.ts'), 'TopicsScreen');
export const ExtraTimeScreen = lazyScreen(() => import('../features/class/extra-time/index.ts'), 'ExtraTimeScreen');
export const PeoplePage = lazyScreen(() => import('./PeoplePage.tsx'), 'PeoplePage');
const loadClasswork = () => import('./ClassworkPages.tsx');
export const ClassworkPage = lazyScreen(loadClasswork, 'ClassworkPage');
export const StudentWorkPage = lazyScreen(loadClasswork, 'StudentWorkPage');
export const GradebookPage = lazyScreen(() => import('./GradebookPage.tsx'), 'GradebookPage');
export const OwnGradesInstead = lazyScreen(() => import('./OwnGradesInstead.tsx'), 'OwnGradesInstead');

/** What shows classes: all of it is loaded anew when a sync of them ends. */
const CLASSES = [['courses'], ['class']] as const;
const syncClasses = <SyncButton scope="classes" courseId={null} refreshes={CLASSES} />;

/** The classes of a person, with their sync for whoever may begin one: nobody may where Google Classroom is not set up. */
export function ClassesPage() {
  const mayRun = useUser().rights.includes('classroom-sync:run');
  return <ClassesScreen sync={mayRun && syncClasses} />;
}

/** A student's classes, with their sync where Google Classroom is set up. */
export function StudentClassesPage() {
  const hasClassroom = useHasClassroom();
  return <StudentClassesScreen sync={hasClassroom && syncClasses} />;
}
