import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';

/** The deleted rows of a list, loaded when someone opens them. */
export const ArchiveScreen = lazyScreen(() => import('./ArchiveScreen.tsx'), 'ArchiveScreen');
