export { SaveTemplateDialog } from './SaveTemplateDialog.tsx';
export { SelectTemplateDialog } from './SelectTemplateDialog.tsx';
