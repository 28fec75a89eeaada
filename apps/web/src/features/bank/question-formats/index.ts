import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';

/** Questions in and out of the bank as files: the import dialog, and the tools that open it and that export. */
export { QuestionExportMenu } from './QuestionExportMenu.tsx';
export { QuestionTools } from './QuestionTools.tsx';

/** Fetched when it opens: most who look at the bank never import. */
export const QuestionImportDialog = lazyScreen(() => import('./QuestionImportDialog.tsx'), 'QuestionImportDialog');
