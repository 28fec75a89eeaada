import { isRightToLeft } from '../plain/walk.ts';

/** Scrolls a frame so that the row from `top` is within the `room` between its sticky top and bottom. */
export function revealRow(frame: HTMLElement, { top, height, room }: { top: number; height: number; room: number }): void {
  if (top < frame.scrollTop) frame.scrollTop = top;
  else if (top + height > frame.scrollTop + room) frame.scrollTop = top + height - room;
}

/** Does the same for a column next to the frozen one. If it is wider than the room, its start is shown. */
export function revealColumn(frame: HTMLElement, { start, end, room }: { start: number; end: number; room: number }): void {
  // Right-to-left pages scroll to negative positions.
  const sign = isRightToLeft(frame) ? -1 : 1;
  const scroll = Math.abs(frame.scrollLeft);
  if (start < scroll) frame.scrollLeft = sign * start;
  else if (end > scroll + room) frame.scrollLeft = sign * Math.min(start, end - room);
}
