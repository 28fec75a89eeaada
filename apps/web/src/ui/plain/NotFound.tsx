import { lazyScreen } from './lazy-screen.tsx';

/** The page for an address that does not exist or that this person may not know of. */
export const NotFound = lazyScreen(() => import('./NotFoundPage.tsx'), 'NotFoundPage');
