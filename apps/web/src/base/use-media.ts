import { useSyncExternalStore } from 'react';

/** Whether a media query matches now. */
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

/** Below 600 px rows become cards. */
export const useIsNarrow = (): boolean => useMedia('(max-width: 599.9px)');
/** Below 960 px the sidebar is a sheet, for students a bar at the bottom. */
export const useIsMobile = (): boolean => useMedia('(max-width: 959.9px)');
