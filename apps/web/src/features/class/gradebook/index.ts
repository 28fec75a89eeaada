/** The gradebook: the sheet in which a class's staff grade, and a student's own grades. */
export type { CellMarks } from './cell-marks.ts';
export { GradebookScreen, StudentGradebookScreen } from './screens.ts';
export type { GradebookSearch, OwnGradesSearch } from './search.ts';
