import { useLayoutEffect, useRef, type RefObject } from 'react';
import { keepPlaced } from './keep-placed.ts';
import { isRightToLeft } from './walk.ts';

const GAP_PX = 6;
const EDGE_PX = 12;

/**
 * Positions an element with its own width that opens from a button: below it and aligned with its end (the right edge,
 * or the left one in right-to-left text), above it at the bottom of the window, never beyond the window's edges, never
 * clipped by the button's container.
 */
export function usePopoverPosition(button: RefObject<HTMLElement | null>, open: boolean): RefObject<HTMLDivElement | null> {
  const panel = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!open) return undefined;
    return keepPlaced(() => {
      if (!panel.current || !button.current) return;
      const { style, offsetWidth: width, offsetHeight: height } = panel.current;
      const { top, bottom, left, right } = button.current.getBoundingClientRect();
      const fitsBelow = bottom + GAP_PX + height + EDGE_PX <= innerHeight || top < GAP_PX + height + EDGE_PX;
      style.top = `${fitsBelow ? bottom + GAP_PX : top - GAP_PX - height}px`;
      style.left = `${isRightToLeft(button.current) ? Math.min(left, innerWidth - EDGE_PX - width) : Math.max(EDGE_PX, right - width)}px`;
    });
  }, [button, open]);
  return panel;
}
