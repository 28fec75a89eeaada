/** Assessments: the list, the details, the form of four steps, and the printable snapshot. */
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';

export { AssessmentsScreen } from './AssessmentsScreen.tsx';
/** The snapshot in a separate window. */
export const SnapshotScreen = lazyScreen(() => import('./snapshot/SnapshotScreen.tsx'), 'SnapshotScreen');
/** The snapshot within a dialog. */
export const AssessmentSnapshot = lazyScreen(() => import('./snapshot/AssessmentSnapshot.tsx'), 'AssessmentSnapshot');
export type { AssessmentsSearch } from './search.ts';
export type { SnapshotSearch } from './snapshot/SnapshotScreen.tsx';
