/** Questions in and out of the bank as files: the import dialog, and the tools that open it and that export. */
export { QuestionExportMenu } from './QuestionExportMenu.tsx';
export { QuestionImportDialog } from './LazyImportDialog.ts';
export { QuestionTools } from './QuestionTools.tsx';
