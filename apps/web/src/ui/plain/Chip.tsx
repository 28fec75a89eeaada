import type { ReactNode } from 'react';
import styles from './Chip.module.css';
import { classes } from './classes.ts';
import type { Hue } from '../../base/hue.ts';
import { hueClass } from './hues.ts';
import type { IconComponent } from './icon.tsx';

/** A short state as text, with an icon and a hue. */
export function Chip({ hue = 'gray', icon: Icon, children }: { hue?: Hue; icon?: IconComponent; children: ReactNode }) {
  return (
    <span className={classes(styles.chip, !Icon && styles.bare, hueClass(hue))}>
      {Icon && <Icon size={15} />}
      {children}
    </span>
  );
}
