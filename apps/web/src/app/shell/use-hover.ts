import { useEffect, useRef, type PointerEvent } from 'react';
import { useEvent } from '../../base/use-event.ts';

/** Document 1, section 9: a menu that opens under the pointer opens once it has stayed there so long. */
const OPEN_MS = 200;
/** Time to get from a button to what hangs beside it. */
const CLOSE_MS = 300;

/** Tells that a mouse stays over something, and that it has gone. A finger does neither: it presses. */
export function useHover(onHover: (isOver: boolean) => void) {
  const hover = useEvent(onHover);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const wait = (isOver: boolean) => (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => hover(isOver), isOver ? OPEN_MS : CLOSE_MS);
  };
  // a press says what is wanted: what was waited for until then no longer opens anything
  return { onPointerEnter: wait(true), onPointerLeave: wait(false), onPointerDown: () => clearTimeout(timer.current) };
}
