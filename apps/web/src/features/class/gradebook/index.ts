import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
/** The gradebook: the sheet in which a class's staff grade, and a student's own grades. */
export type { CellMarks } from './cell-marks.ts';
export { percentText } from './numbers.ts';
export { gradeText, StateChips } from './student/item-parts.tsx';
export type { GradebookSearch, OwnGradesSearch } from './search.ts';

// Separate chunks, so that a student does not load the sheet and a teacher does not load the students' what-if.

export const GradebookScreen = lazyScreen(() => import('./GradebookScreen.tsx'), 'GradebookScreen');
export const StudentGradebookScreen = lazyScreen(() => import('./student/StudentGradebookScreen.tsx'), 'StudentGradebookScreen');
