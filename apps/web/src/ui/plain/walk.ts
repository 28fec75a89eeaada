/** Things in a line: beside each other, or one below the other. */
type Axis = 'row' | 'column';

/** Whether what is in an element runs from right to left. */
export const isRightToLeft = (element: Element | null | undefined): boolean => !!element && getComputedStyle(element).direction === 'rtl';

/**
 * Where a key leads from index `at` (-1: none yet) among `count` things, round the ends; undefined where the key means
 * nothing. The arrows of a row are mirrored where text runs from right to left.
 */
export function nextIndex(key: string, at: number, count: number, axis: Axis, isRtl = false): number | undefined {
  const [on, back] = axis === 'column' ? ['ArrowDown', 'ArrowUp'] : isRtl ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft'];
  const to = { [on as string]: at + 1, [back as string]: Math.max(at, 0) - 1, Home: 0, End: count - 1 }[key];
  return to === undefined || count === 0 ? undefined : (to + count) % count;
}

/**
 * Moves the focus among items of which one stop of the Tab key is made (roving focus, as the ARIA patterns have it).
 * Returns the index that has it now; undefined where the key means nothing.
 */
export function walkFocus(event: Pick<KeyboardEvent, 'key' | 'preventDefault'>, items: readonly HTMLElement[], axis: Axis): number | undefined {
  const at = items.indexOf(document.activeElement as HTMLElement);
  const to = nextIndex(event.key, at, items.length, axis, isRightToLeft(items[0]));
  if (to === undefined) return undefined;
  event.preventDefault();
  items[to]?.focus();
  return to;
}
