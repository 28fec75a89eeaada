import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
/** Classwork: the work of a class and of a student, topics, and the computation of grades. */
export { ClassworkScreen, type RenderWork } from './ClassworkScreen.tsx';
export type { WorkMarks } from './marks.ts';
export type { RenderOffer } from './GradeSettingsDialog.tsx';
export { StudentWorkScreen } from './StudentWorkScreen.tsx';
export { TopicsScreen } from './TopicsScreen.tsx';
export type { ClassworkSearch, SeenOfWork, StudentWorkSearch, TopicsSearch } from './search.ts';

/** Loaded when it is first opened. */
export const GradeSettingsDialog = lazyScreen(() => import('./GradeSettingsDialog.tsx'), 'GradeSettingsDialog');
