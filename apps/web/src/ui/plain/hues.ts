import type { Hue } from '../../base/hue.ts';
import styles from './hues.module.css';

/** The class that gives what stands inside the colours of a hue. */
export const hueClass = (hue: Hue): string => styles[hue] ?? '';
