import styles from './Letter.module.css';
import { classes } from './classes.ts';

/** The letter of a choice by its place: 0 is A, 25 is Z, 26 is AA. */
export function letterAt(index: number): string {
  return index < 26 ? String.fromCharCode(65 + index) : letterAt(Math.floor(index / 26) - 1) + letterAt(index % 26);
}

/** The letter of a choice in its box; filled when chosen, dashed for "no choice". */
export function Letter({ letter, size = 'm', look = 'plain' }: { letter: string; size?: 's' | 'm' | 'l'; look?: 'plain' | 'selected' | 'none' }) {
  return <span className={classes(styles.letter, size !== 'm' && styles[size], look !== 'plain' && styles[look])}>{letter}</span>;
}
