import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';

// Separate chunks, so that a student does not load the sheet and a teacher does not load the students' what-if.

export const GradebookScreen = lazyScreen(() => import('./GradebookScreen.tsx'), 'GradebookScreen');
export const StudentGradebookScreen = lazyScreen(() => import('./student/StudentGradebookScreen.tsx'), 'StudentGradebookScreen');
