import type { CSSProperties } from 'react';
import { computeAxis } from './axis.ts';
import styles from './Line.module.css';

export interface LinePoint {
  key: string;
  /** The time: "Mar 3". */
  label: string;
  /** Null if there is no value, which leaves a gap in the line. */
  value: number | null;
}

export interface LineProps {
  points: readonly LinePoint[];
  /** The name of the line. */
  title: string;
  /** The highest possible value, such as 100 for percentages. Without it the axis ends above the largest value. */
  most?: number | undefined;
  /** Formats a value: "81%". */
  valueText: (value: number) => string;
}

const NOTHING = '–';
/**
 * The number of labels in one row, and in two rows with every second one lower; on a phone in two and in four rows.
 */
const LABELS = 8;

/** Returns the path of the line in pieces, each through adjacent points with a value. */
function pieces(points: readonly LinePoint[], x: (index: number) => number, y: (value: number) => number): string {
  let isOn = false;
  return points
    .map(({ value }, index) => {
      const command = isOn ? 'L' : 'M';
      isOn = value !== null;
      return value === null ? '' : `${command}${x(index).toFixed(2)} ${y(value).toFixed(2)}`;
    })
    .join('');
}

/** Values over time in reading direction, with a gap where there is no value. */
export function Line({ points, title, most, valueText }: LineProps) {
  const axis = most === undefined ? computeAxis(points.map(({ value }) => value ?? 0)) : { end: most, steps: [most / 2, most] };
  const x = (index: number): number => (points.length === 1 ? 50 : (100 * index) / (points.length - 1));
  const y = (value: number): number => 100 - (100 * value) / axis.end;
  const every = Math.ceil(points.length / (2 * LABELS));
  const rows = points.length > LABELS ? 2 : 1;
  const said = points.map(({ label, value }) => `${label} ${value === null ? NOTHING : valueText(value)}`).join(', ');
  const place = (index: number, value: number): CSSProperties => ({ insetInlineStart: `${x(index)}%`, insetBlockStart: `${y(value)}%` });
  return (
    <div className={styles.line} role="img" aria-label={`${title}: ${said}`}>
      <div className={styles.plot}>
        {[0, ...axis.steps].map((step) => (
          <i key={step} className={styles.step} style={{ insetBlockStart: `${y(step)}%` }}>
            <span>{valueText(step)}</span>
          </i>
        ))}
        <svg className={styles.path} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden focusable={false}>
          <path d={pieces(points, x, y)} vectorEffect="non-scaling-stroke" />
        </svg>
        {points.map(({ key, value }, index) => value !== null && <i key={key} className={styles.dot} style={place(index, value)} />)}
      </div>
      <div className={styles.labels} style={{ '--rows': rows } as CSSProperties}>
        {points.map(
          ({ key, label }, index) =>
            index % every === 0 && (
              <span
                key={key}
                style={{ insetInlineStart: `${x(index)}%`, '--row': (index / every) % rows, '--narrow-row': (index / every) % (2 * rows) } as CSSProperties}
              >
                {label}
              </span>
            ),
        )}
      </div>
    </div>
  );
}
