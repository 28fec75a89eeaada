import { useEffect, useRef, type PointerEvent } from 'react';
import { useEvent } from '../../base/use-event.ts';

/** The time for which the pointer must stay before a menu opens under it (document 1, section 9). */
const OPEN_MS = 200;
/** The time to get from a button to the menu next to it. */
const CLOSE_MS = 300;

/** Reports that a mouse stays over an element, and that it has left. A finger does neither: it presses. */
export function useHover(onHover: (isOver: boolean) => void) {
  const hover = useEvent(onHover);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const wait = (isOver: boolean) => (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => hover(isOver), isOver ? OPEN_MS : CLOSE_MS);
  };
  // a press shows the intention: a pending wait must not open anything afterward
  return { onPointerEnter: wait(true), onPointerLeave: wait(false), onPointerDown: () => clearTimeout(timer.current) };
}
