import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
/** The dialogs of one work: its staff review, grade and return answers; its students hand them in. */

/** Loaded when a work is first opened. */
export const WorkDialog = lazyScreen(() => import('./WorkDialog.tsx'), 'WorkDialog');
