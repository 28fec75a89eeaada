import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';

/** What was deleted of a list, fetched by those who look at it. */
export const ArchiveScreen = lazyScreen(() => import('./ArchiveScreen.tsx'), 'ArchiveScreen');
