import { lazyScreen } from '../../../../ui/plain/lazy-screen.tsx';

/** The form is large and not everybody writes: it comes when it is opened. */
export const QuestionFormDialog = lazyScreen(() => import('./QuestionFormDialog.tsx'), 'QuestionFormDialog');
