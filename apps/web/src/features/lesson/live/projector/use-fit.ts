import { useLayoutEffect, type RefObject } from 'react';

const STEPS = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.42] as const;

/**
 * Makes the content of a box as large as it fits, since a projected page cannot be scrolled. The size is in `--fit`.
 */
export function useFit(box: RefObject<HTMLElement | null>, content: unknown): void {
  useLayoutEffect(() => {
    const element = box.current;
    if (!element || typeof ResizeObserver === 'undefined') return undefined;
    const fit = () => {
      for (const step of STEPS) {
        element.style.setProperty('--fit', String(step));
        if (element.scrollHeight <= element.clientHeight + 2) return;
      }
    };
    fit();
    const observer = new ResizeObserver(fit);
    observer.observe(element);
    const onLoad = () => fit();
    element.addEventListener('load', onLoad, true); // load events of its pictures
    return () => {
      observer.disconnect();
      element.removeEventListener('load', onLoad, true);
    };
  }, [box, content]);
}
