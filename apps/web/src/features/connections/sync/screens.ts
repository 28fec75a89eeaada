import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';

// Separate chunks, so that class pages load only their buttons.

export const SyncScreen = lazyScreen(() => import('./page/SyncScreen.tsx'), 'SyncScreen');
export const RunScreen = lazyScreen(() => import('./run/RunScreen.tsx'), 'RunScreen');
export const ConnectScreen = lazyScreen(() => import('./connect/ConnectScreen.tsx'), 'ConnectScreen');
