import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';

// on their own, so that a student does not carry the sheet, nor a teacher what students try out

export const GradebookScreen = lazyScreen(() => import('./GradebookScreen.tsx'), 'GradebookScreen');
export const StudentGradebookScreen = lazyScreen(() => import('./student/StudentGradebookScreen.tsx'), 'StudentGradebookScreen');
