import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';

// on their own, so that pages of classes carry their buttons and no more

export const SyncScreen = lazyScreen(() => import('./page/SyncScreen.tsx'), 'SyncScreen');
export const RunScreen = lazyScreen(() => import('./run/RunScreen.tsx'), 'RunScreen');
export const ConnectScreen = lazyScreen(() => import('./connect/ConnectScreen.tsx'), 'ConnectScreen');
