import { useId } from 'react';
import { classes } from './classes.ts';
import styles from './Ribbons.module.css';

/** The ribbons with their start and end (top and bottom) and their strength. */
const RIBBONS = [
  { from: [7.6, 38], to: [54.1, 84.5], strength: 0.22 },
  { from: [54.1, 75], to: [74.3, 95.2], strength: 0.15 },
  { from: [96.9, 123.5], to: [81.7, 108.3], strength: 0.3 },
  { from: [145.3, 158.6], to: [101.2, 114.5], strength: 0.18 },
  { from: [175.7, 185.2], to: [115.9, 125.4], strength: 0.14 },
] as const;

/**
 * Ribbons that start apart and meet at the end of the line, filling the box around them. `soft` is for a tint, `white`
 * for the only pink card. Decorative.
 */
export function Ribbons({ tone = 'soft' }: { tone?: 'soft' | 'white' }) {
  const id = useId();
  const strengthen = tone === 'soft' ? 1.35 : 1;
  return (
    <svg
      className={classes(styles.ribbons, 'cw-directed')}
      data-tone={tone}
      viewBox="0 0 400 190"
      preserveAspectRatio="xMaxYMid slice"
      aria-hidden
      focusable={false}
    >
      <defs>
        {RIBBONS.map(({ strength }, index) => (
          <linearGradient key={strength} id={`${id}${index}`} gradientUnits="userSpaceOnUse" x1="40" x2="312" y1="0" y2="0">
            <stop offset="0" stopColor="currentColor" stopOpacity="0" />
            <stop offset="1" stopColor="currentColor" stopOpacity={strength * strengthen} />
          </linearGradient>
        ))}
      </defs>
      {RIBBONS.map(({ from: [a, b], to: [c, d], strength }, index) => (
        <path key={strength} fill={`url(#${id}${index})`} d={`M0 ${a}C208 ${a} 191 ${c} 400 ${c}V${d}C191 ${d} 208 ${b} 0 ${b}Z`} />
      ))}
    </svg>
  );
}
