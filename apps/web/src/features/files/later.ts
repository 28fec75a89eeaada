import { lazyScreen } from '../../app/lazy-screen.tsx';

/** What is fetched when it is first shown, so that screens with a link to a file do not carry the library. */
export const FilesScreen = lazyScreen(
  () => import('./FilesScreen.tsx'),
  ({ FilesScreen: Screen }) => Screen,
);
export const PicturePicker = lazyScreen(
  () => import('./PicturePicker.tsx'),
  ({ PicturePicker: Picker }) => Picker,
);
export const LibraryDialog = lazyScreen(
  () => import('./library/LibraryDialog.tsx'),
  ({ LibraryDialog: Dialog }) => Dialog,
);
