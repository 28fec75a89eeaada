import { messageOf } from './message-of.ts';

/** Returns the name of a color, or the color itself if the catalogue has no name for it. */
export const colorName = (color: string): string => orItself(`list.colour.${color}`, color);
export const styleName = (style: string): string => orItself(`list.style.${style}`, style);

function orItself(key: string, value: string): string {
  const words = messageOf(key);
  return words === key ? value : words;
}
