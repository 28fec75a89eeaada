import type { ReactNode } from 'react';
import { guarded } from '../app/page.tsx';
import { router } from '../app/router.tsx';

/** Returns a screen as the page at this address shows it: only to people with the right that the page declares. */
export function pageAt(path: string, Screen: (props: object) => ReactNode): () => ReactNode {
  return guarded(router.routesByPath[path as '/home']?.options.staticData?.right, Screen);
}
