/** Files: the library, uploads that resume after an interruption, and the field for forms that need files. */
export { type ChosenFile } from './chosen-file.ts';
export { FileField } from './FileField.tsx';
export { FilePreview, FilesScreen, PicturePicker } from './screens.ts';
export { sizeText } from './size-text.ts';
export { ViewLink } from './view/ViewLink.tsx';
export type { FilesSearch } from './search.ts';
