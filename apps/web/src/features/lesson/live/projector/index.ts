import { lazyScreen } from '../../../../ui/plain/lazy-screen.tsx';

/** The projector's window, loaded only in that window. */
export const ProjectorScreen = lazyScreen(() => import('./ProjectorScreen.tsx'), 'ProjectorScreen');
