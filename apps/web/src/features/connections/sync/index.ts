import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
/** The sync with Google Classroom: its page, a run's page, the consent page, and its parts on class pages. */
export { SyncButton } from './button/SyncButton.tsx';
export { ClassTools } from './link/ClassTools.tsx';
export { SyncedCells } from './marks/SyncedCells.tsx';
export { SyncedWorks } from './marks/SyncedWorks.tsx';
export { WorkNotice } from './marks/WorkNotice.tsx';
export type { RunSearch, SyncSearch } from './search.ts';

// Separate chunks, so that class pages load only their buttons.

export const SyncScreen = lazyScreen(() => import('./page/SyncScreen.tsx'), 'SyncScreen');
export const RunScreen = lazyScreen(() => import('./run/RunScreen.tsx'), 'RunScreen');
export const ConnectScreen = lazyScreen(() => import('./connect/ConnectScreen.tsx'), 'ConnectScreen');
export const ConnectGoogleScreen = lazyScreen(() => import('./connect/ConnectGoogleScreen.tsx'), 'ConnectGoogleScreen');
