import { lazyScreen } from '../../../../ui/plain/lazy-screen.tsx';

/** The form is large and not everyone writes questions, so it loads when opened. */
export const QuestionFormDialog = lazyScreen(() => import('./QuestionFormDialog.tsx'), 'QuestionFormDialog');
