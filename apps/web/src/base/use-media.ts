import { useSyncExternalStore } from 'react';

/** Returns true when a media query matches now. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** Returns true below 600 px, where rows become cards. */
export const useIsNarrow = (): boolean => useMedia('(max-width: 599.9px)');
/** Returns true below 960 px, where the sidebar is a sheet, or for students a bar at the bottom. */
export const useIsMobile = (): boolean => useMedia('(max-width: 959.9px)');
