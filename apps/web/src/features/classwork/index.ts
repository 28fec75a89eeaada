/** Classwork: the work of a class and of a student, topics, and how grades are reckoned. */
export { ClassworkScreen, type RenderWork } from './ClassworkScreen.tsx';
export { GradebookScreen } from './GradebookScreen.tsx';
export { StudentWorkScreen } from './StudentWorkScreen.tsx';
export { TopicsScreen } from './TopicsScreen.tsx';
export type { ClassworkSearch, GradebookSearch, SeenOfWork, StudentWorkSearch, TopicsSearch } from './search.ts';
