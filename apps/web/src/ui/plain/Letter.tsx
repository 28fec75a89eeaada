import styles from './Letter.module.css';
import { classes } from './classes.ts';

export { letterAt } from '@classwright/rules/questions/letter';

/** The letter of a choice in its box, filled when selected, dashed for "no choice". */
export function Letter({ letter, size = 'm', look = 'plain' }: { letter: string; size?: 's' | 'm' | 'l'; look?: 'plain' | 'selected' | 'none' }) {
  return <span className={classes(styles.letter, size !== 'm' && styles[size], look !== 'plain' && styles[look])}>{letter}</span>;
}
