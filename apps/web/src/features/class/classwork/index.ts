/** Classwork: the work of a class and of a student, topics, and the computation of grades. */
export { ClassworkScreen, type RenderWork } from './ClassworkScreen.tsx';
export type { WorkMarks } from './marks.ts';
export type { RenderOffer } from './GradeSettingsDialog.tsx';
export { GradeSettingsDialog } from './screens.ts';
export { StudentWorkScreen } from './StudentWorkScreen.tsx';
export { TopicsScreen } from './TopicsScreen.tsx';
export type { ClassworkSearch, SeenOfWork, StudentWorkSearch, TopicsSearch } from './search.ts';
