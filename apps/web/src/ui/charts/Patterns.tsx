import { useId, type ReactNode } from 'react';
import type { Mark } from './marks.ts';
import styles from './charts.module.css';

const INK = 'var(--cw-chart-hatch)';

/** The patterns over the fill of a mark, so that marks can be distinguished without color. */
const hatches: Record<string, ReactNode> = {
  a: null,
  b: <path d="M-2 2l4-4M0 8l8-8M6 10l4-4" stroke={INK} strokeOpacity=".72" strokeWidth="1.8" />,
  c: (
    <g fill={INK} fillOpacity=".85">
      <circle cx="2" cy="2" r="1.25" />
      <circle cx="6" cy="6" r="1.25" />
    </g>
  ),
  d: <path d="M0 2h8M0 6h8" stroke={INK} strokeOpacity=".72" strokeWidth="1.4" />,
  e: <path d="M2 0v8M6 0v8" stroke={INK} strokeOpacity=".72" strokeWidth="1.4" />,
  f: <path d="M0 0l8 8M8 0L0 8" stroke={INK} strokeOpacity=".72" strokeWidth="1.2" />,
};

const MARKS = Object.keys(hatches) as Mark[];
const colorOf = (mark: Mark): string => `var(--cw-chart-${mark[0]}`;
const hatchOf = (mark: Mark): ReactNode => hatches[mark[1] ?? mark];

/** Returns the SVG patterns of one chart, and the values for `fill` and `stroke`. `marks` are those that it draws. */
export function usePatterns(marks: readonly Mark[] = MARKS) {
  const id = useId();
  return {
    defs: (
      <svg className={styles.defs} width="0" height="0" aria-hidden focusable={false}>
        <defs>
          {[...new Set(marks)].map((mark) => (
            <pattern key={mark} id={`${id}${mark}`} width="8" height="8" patternUnits="userSpaceOnUse">
              <rect width="8" height="8" fill={`${colorOf(mark)})`} />
              {hatchOf(mark)}
            </pattern>
          ))}
        </defs>
      </svg>
    ),
    fill: (mark: Mark) => (hatchOf(mark) === null ? `${colorOf(mark)})` : `url(#${id}${mark})`),
    stroke: (mark: Mark) => `${colorOf(mark)}-line)`,
  };
}

export type Patterns = ReturnType<typeof usePatterns>;

/** A bar of one mark that fills its box: `height` in pixels, or all of it. */
export function MarkBar({
  mark,
  patterns,
  height,
  radius = 5,
  className,
}: {
  mark: Mark;
  patterns: Patterns;
  height: number | '100%';
  radius?: number;
  className?: string | undefined;
}) {
  return (
    <svg className={className} width="100%" height={height} aria-hidden focusable={false}>
      <svg x="0.75" y="0.75" width="100%" height="100%" overflow="visible">
        <rect className={styles.barRect} rx={radius} fill={patterns.fill(mark)} stroke={patterns.stroke(mark)} strokeWidth="1.5" />
      </svg>
    </svg>
  );
}
