import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';

/** Questions in and out of the bank as files: the import dialog, and the tools for import and export. */
export { QuestionExportMenu } from './QuestionExportMenu.tsx';
export { QuestionTools } from './QuestionTools.tsx';

/** Loaded when it opens, since most people who open the bank never import. */
export const QuestionImportDialog = lazyScreen(() => import('./QuestionImportDialog.tsx'), 'QuestionImportDialog');
