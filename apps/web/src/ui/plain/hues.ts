import styles from './hues.module.css';

/** Hues that chips, banners and avatars come in. */
export type Hue = 'pink' | 'blue' | 'violet' | 'teal' | 'green' | 'amber' | 'red' | 'gray';

/** The class that gives what stands inside the colours of a hue. */
export const hueClass = (hue: Hue): string => styles[hue] ?? '';
