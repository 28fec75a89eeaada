import { useLayoutEffect, useState, type CSSProperties, type RefObject } from 'react';
import { keepPlaced } from '../plain/keep-placed.ts';

const MOST_PX = 280;
const GAP_PX = 4;

/**
 * Returns the position of a control's list: below it, or above it if there is more room there. A dialog never cuts it
 * off.
 */
export function usePlace(control: RefObject<HTMLElement | null>, open: boolean): CSSProperties {
  const [place, setPlace] = useState<CSSProperties>({});
  useLayoutEffect(() => {
    if (!open) return undefined;
    return keepPlaced(() => {
      const box = control.current?.getBoundingClientRect();
      if (!box) return;
      const [below, above] = [innerHeight - box.bottom - 2 * GAP_PX, box.top - 2 * GAP_PX];
      const isAbove = below < 160 && above > below;
      setPlace({
        left: box.left,
        width: box.width,
        maxHeight: Math.min(MOST_PX, isAbove ? above : below),
        ...(isAbove ? { bottom: innerHeight - box.top + GAP_PX } : { top: box.bottom + GAP_PX }),
      });
    });
  }, [control, open]);
  return place;
}
