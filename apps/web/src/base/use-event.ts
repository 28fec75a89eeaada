import { useCallback, useLayoutEffect, useRef } from 'react';

/**
 * A function that stays the same from render to render and always does what the newest one does: for listeners and
 * timers. As React's `useEffectEvent`, which the small React of the student's lesson does not have.
 */
export function useEvent<Arguments extends readonly unknown[], Result>(act: (...args: Arguments) => Result): (...args: Arguments) => Result {
  const newest = useRef(act);
  useLayoutEffect(() => {
    newest.current = act;
  });
  return useCallback((...args: Arguments) => newest.current(...args), []);
}
