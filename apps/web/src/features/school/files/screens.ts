import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';

/** Components that are loaded when first shown, so that screens with a link to a file do not include the library. */
export const FilesScreen = lazyScreen(() => import('./FilesScreen.tsx'), 'FilesScreen');
const Dropped = lazyScreen(() => import('./DroppedPictures.tsx'), 'DroppedPictures');
/** The picker of pictures for a text: chosen in a dialog, or pasted and dropped. */
export const PicturePicker = Object.assign(
  lazyScreen(() => import('./PicturePicker.tsx'), 'PicturePicker'),
  { Dropped },
);
export const LibraryDialog = lazyScreen(() => import('./library/LibraryDialog.tsx'), 'LibraryDialog');
/** Shows the content of a file in place. */
export const FilePreview = lazyScreen(() => import('./view/FileShown.tsx'), 'FileShown');
