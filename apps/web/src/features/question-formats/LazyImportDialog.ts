import { lazyScreen } from '../../ui/plain/lazy-screen.tsx';

/** The import dialog, fetched when it opens: most who look at the bank never import. */
export const QuestionImportDialog = lazyScreen(
  () => import('./QuestionImportDialog.tsx'),
  ({ QuestionImportDialog: Dialog }) => Dialog,
);
