import { lazyScreen } from '../../ui/plain/lazy-screen.tsx';

/** What is fetched when it is first shown, so that screens with a link to a file do not carry the library. */
export const FilesScreen = lazyScreen(
  () => import('./FilesScreen.tsx'),
  ({ FilesScreen: Screen }) => Screen,
);
const Dropped = lazyScreen(
  () => import('./DroppedPictures.tsx'),
  ({ DroppedPictures }) => DroppedPictures,
);
/** Pictures for a text: chosen in a dialog, or pasted and dropped. */
export const PicturePicker = Object.assign(
  lazyScreen(
    () => import('./PicturePicker.tsx'),
    ({ PicturePicker: Picker }) => Picker,
  ),
  { Dropped },
);
export const LibraryDialog = lazyScreen(
  () => import('./library/LibraryDialog.tsx'),
  ({ LibraryDialog: Dialog }) => Dialog,
);
