import { classes } from './classes.ts';
import styles from './IconButton.module.css';

interface IconButtonLook {
  size?: 's' | 'm' | 'l';
  bordered?: boolean | undefined;
  className?: string | undefined;
}

/** Returns the classes of an icon button, for links and menus that look like one. */
export const iconButtonClasses = ({ size = 'm', bordered, className }: IconButtonLook = {}): string =>
  classes(styles.button, size !== 'm' && styles[size], bordered && styles.bordered, className);
