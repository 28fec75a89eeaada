import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';

/** What is fetched when it is first shown, so that screens with a link to a file do not carry the library. */
export const FilesScreen = lazyScreen(() => import('./FilesScreen.tsx'), 'FilesScreen');
const Dropped = lazyScreen(() => import('./DroppedPictures.tsx'), 'DroppedPictures');
/** Pictures for a text: chosen in a dialog, or pasted and dropped. */
export const PicturePicker = Object.assign(
  lazyScreen(() => import('./PicturePicker.tsx'), 'PicturePicker'),
  { Dropped },
);
export const LibraryDialog = lazyScreen(() => import('./library/LibraryDialog.tsx'), 'LibraryDialog');
/** What is in a file, in place. */
export const FilePreview = lazyScreen(() => import('./view/FileShown.tsx'), 'FileShown');
