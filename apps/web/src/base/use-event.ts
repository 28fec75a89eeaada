import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * Returns a function that stays the same in every render and always runs the newest version: for listeners and timers.
 * Like React's `useEffectEvent`, which the small React of the student's lesson does not have.
 */
export function useEvent<Arguments extends readonly unknown[], Result>(act: (...args: Arguments) => Result): (...args: Arguments) => Result {
  const newest = useRef(act);
  useLayoutEffect(() => {
    newest.current = act;
  });
  return useCallback((...args: Arguments) => newest.current(...args), []);
}
