/** The gradebook: the sheet of a class in which its staff grade, and a student's own. */
export { GradebookScreen } from './GradebookScreen.tsx';
export type { GradebookSearch, OwnGradesSearch } from './search.ts';
export { StudentGradebookScreen } from './student/StudentGradebookScreen.tsx';
