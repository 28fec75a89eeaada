import { say } from './t.ts';

/** What a colour is called; one without a name in the catalogue is called by itself. */
export const colourName = (color: string): string => orItself(`list.colour.${color}`, color);
export const styleName = (style: string): string => orItself(`list.style.${style}`, style);

function orItself(key: string, value: string): string {
  const words = say(key);
  return words === key ? value : words;
}
