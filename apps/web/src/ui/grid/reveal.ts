import { isRightToLeft } from '../plain/walk.ts';

/** Scrolls a frame so that the row from `top` is within the `room` between what stands at its top and bottom. */
export function revealRow(frame: HTMLElement, { top, height, room }: { top: number; height: number; room: number }): void {
  if (top < frame.scrollTop) frame.scrollTop = top;
  else if (top + height > frame.scrollTop + room) frame.scrollTop = top + height - room;
}

/** The same of a column, beside the frozen one; of one that is wider than the room its beginning. */
export function revealColumn(frame: HTMLElement, { start, end, room }: { start: number; end: number; room: number }): void {
  // right-to-left scrolls to negative places
  const sign = isRightToLeft(frame) ? -1 : 1;
  const scroll = Math.abs(frame.scrollLeft);
  if (start < scroll) frame.scrollLeft = sign * start;
  else if (end > scroll + room) frame.scrollLeft = sign * Math.min(start, end - room);
}
