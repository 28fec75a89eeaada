import { classes } from '../../../ui/plain/classes.ts';
import type { Hue } from '../../../base/hue.ts';
import { hueClass } from '../../../ui/plain/hues.ts';
import styles from './lists.module.css';

const HUES: readonly string[] = ['pink', 'blue', 'violet', 'teal', 'green', 'amber', 'red', 'gray'] satisfies Hue[];
const STYLES = ['solid', 'striped', 'dotted', 'lined', 'outlined'] as const;

/** Checks whether a color is one of the product's own, which are lighter in dark mode. */
const isHue = (color: string): color is Hue => HUES.includes(color);
/** Returns the pattern of a style. An unknown one is drawn solid. */
const patternOf = (style: string) => STYLES.find((known) => known === style) ?? 'solid';

/** A color in its pattern. It is decorative: text stands next to it. */
export function Swatch({ color, style = 'solid', large = false }: { color: string; style?: string; large?: boolean }) {
  return (
    <span
      aria-hidden
      className={classes(styles.swatch, large && styles.large, isHue(color) && hueClass(color))}
      data-pattern={patternOf(style)}
      style={isHue(color) ? undefined : { ['--hue-mark' as string]: color }}
    />
  );
}
