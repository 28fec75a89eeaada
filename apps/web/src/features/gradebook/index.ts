/** The gradebook: a student's own. */
export type { OwnGradesSearch } from './search.ts';
export { StudentGradebookScreen } from './student/StudentGradebookScreen.tsx';
