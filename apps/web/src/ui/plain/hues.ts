import type { Hue } from '../../base/hue.ts';
import styles from './hues.module.css';

/** Returns the class that gives its content the colors of a hue. */
export const hueClass = (hue: Hue): string => styles[hue] ?? '';
