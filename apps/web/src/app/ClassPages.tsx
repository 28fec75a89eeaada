import { Navigate } from '@tanstack/react-router';
import { useHasClassroom } from '../base/set-up.ts';
import { useUser } from '../base/use-user.ts';
import { ChooseClassScreen, ClassesScreen, StudentClassesScreen } from '../features/class/classes/index.ts';
import { SyncButton } from '../features/connections/sync/index.ts';
import { lazyScreen } from '../ui/plain/lazy-screen.tsx';

// screens of several features meet on the pages of classes: this file loads them, so that the first load does not
// include it

export { ConnectGoogleScreen, ConnectScreen, RunScreen, SyncScreen } from '../features/connections/sync/index.ts';
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

/** The queries of screens that show classes. They are reloaded when a sync of classes ends. */
const CLASSES = [['courses'], ['class']] as const;
const syncClasses = <SyncButton scope="classes" courseId={null} refreshes={CLASSES} />;

/**
 * Shows a person's classes, with their sync for people who may start one (nobody, if Google Classroom is not set up).
 */
export function ClassesPage() {
  const mayRun = useUser().rights.includes('classroom-sync:run');
  return <ClassesScreen sync={mayRun && syncClasses} />;
}

/** Shows a student's classes, with their sync if Google Classroom is set up. */
export function StudentClassesPage() {
  const hasClassroom = useHasClassroom();
  return <StudentClassesScreen sync={hasClassroom && syncClasses} />;
}

/**
 * A page of a class without a class: Classwork and Gradebook of the menu, which list the classes of staff; otherwise all
 * classes.
 */
export function ChooseClass({ path }: { path: '/class-classwork' | '/class-gradebook' | '/class-details' | '/class-people' }) {
  const mayChoose = useUser().rights.includes('classes:view');
  if (!mayChoose || path === '/class-details' || path === '/class-people') return <Navigate to="/classes" replace />;
  return <ChooseClassScreen tab={path === '/class-classwork' ? 'classwork' : 'gradebook'} />;
}
