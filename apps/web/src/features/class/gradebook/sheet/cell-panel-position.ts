import { type RefObject, useLayoutEffect } from 'react';
import { useEvent } from '../../../../base/use-event.ts';
import { keepPlaced } from '../../../../ui/plain/keep-placed.ts';
import { isRightToLeft } from '../../../../ui/plain/walk.ts';

const GAP_PX = 8;
const EDGE_PX = 12;

/**
 * Keeps a panel below a cell of the sheet, or above it if there is no room, while it is shown. `content`: the value
 * that its size depends on.
 */
export function useCellPanelPosition(panel: RefObject<HTMLElement | null>, anchor: () => HTMLElement | null, isShown: boolean, content: unknown): void {
  const place = useEvent(() => {
    const cell = anchor()?.getBoundingClientRect();
    if (!panel.current || !cell) return;
    const { style, offsetWidth: width, offsetHeight: height } = panel.current;
    const fitsBelow = cell.bottom + GAP_PX + height + EDGE_PX <= innerHeight || cell.top < GAP_PX + height + EDGE_PX;
    const wanted = isRightToLeft(panel.current) ? cell.left : cell.right - width;
    style.top = `${fitsBelow ? cell.bottom + GAP_PX : cell.top - GAP_PX - height}px`;
    style.left = `${Math.max(EDGE_PX, Math.min(wanted, innerWidth - EDGE_PX - width))}px`;
  });
  useLayoutEffect(() => (isShown ? keepPlaced(place) : undefined), [isShown, place, anchor, content]);
}
