import { classes } from '../../../ui/plain/classes.ts';
import type { Hue } from '../../../base/hue.ts';
import { hueClass } from '../../../ui/plain/hues.ts';
import styles from './lists.module.css';

const HUES: readonly string[] = ['pink', 'blue', 'violet', 'teal', 'green', 'amber', 'red', 'gray'] satisfies Hue[];
const STYLES = ['solid', 'striped', 'dotted', 'lined', 'outlined'] as const;

/** Whether a colour is one that the product draws itself, lighter in the dark. */
const isHue = (color: string): color is Hue => HUES.includes(color);
/** A pattern that is not known is drawn plain. */
const patternOf = (style: string) => STYLES.find((known) => known === style) ?? 'solid';

/** A colour in its pattern; decoration, words stand beside it. */
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
