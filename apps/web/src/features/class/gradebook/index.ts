/** The gradebook: the sheet of a class in which its staff grade, and a student's own. */
export type { CellMarks } from './cell-marks.ts';
export { GradebookScreen, StudentGradebookScreen } from './screens.ts';
export type { GradebookSearch, OwnGradesSearch } from './search.ts';
