/** The direction of a line of items: side by side, or one below the other. */
type Axis = 'row' | 'column';

/** Checks whether an element's content is right-to-left. */
export const isRightToLeft = (element: Element | null | undefined): boolean => !!element && getComputedStyle(element).direction === 'rtl';

/**
 * Returns the index that a key moves to from index `at` (-1: none yet) among `count` items, wrapping at the ends.
 * Undefined if the key does not move. The arrows of a row are mirrored in right-to-left text.
 */
export function nextIndex(key: string, at: number, count: number, axis: Axis, isRtl = false): number | undefined {
  const [on, back] = axis === 'column' ? ['ArrowDown', 'ArrowUp'] : isRtl ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  const to = { [on as string]: at + 1, [back as string]: Math.max(at, 0) - 1, Home: 0, End: count - 1 }[key];
  return to === undefined || count === 0 ? undefined : (to + count) % count;
}

/**
 * Moves the focus among items that are one stop of the Tab key (roving focus, as in the ARIA patterns). Returns the
 * newly focused index, or undefined if the key does not move.
 */
export function walkFocus(event: Pick<KeyboardEvent, 'key' | 'preventDefault'>, items: readonly HTMLElement[], axis: Axis): number | undefined {
  const at = items.indexOf(document.activeElement as HTMLElement);
  const to = nextIndex(event.key, at, items.length, axis, isRightToLeft(items[0]));
  if (to === undefined) return undefined;
  event.preventDefault();
  items[to]?.focus();
  return to;
}
