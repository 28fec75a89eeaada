import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';

/** Loaded when a work is first opened. */
export const WorkDialog = lazyScreen(() => import('./WorkDialog.tsx'), 'WorkDialog');
