import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';

/** Loaded when it is first opened. */
export const GradeSettingsDialog = lazyScreen(() => import('./GradeSettingsDialog.tsx'), 'GradeSettingsDialog');
