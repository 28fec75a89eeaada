import { lazyScreen } from './lazy-screen.tsx';

/** No such page, or none that this person may know of. */
export const NotFound = lazyScreen(() => import('./NotFoundPage.tsx'), 'NotFoundPage');
