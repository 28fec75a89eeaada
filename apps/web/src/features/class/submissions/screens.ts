import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';

/** Fetched when a work is first opened. */
export const WorkDialog = lazyScreen(() => import('./WorkDialog.tsx'), 'WorkDialog');
