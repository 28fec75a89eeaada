import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Row } from '../../../ui/plain/layout/layout.tsx';
import styles from './Lines.module.css';

/** A moment of several lines, and what it opens. */
export interface LinesPoint {
  key: string;
  /** The time below the lines: "Mar 3". */
  label: string;
  /** The value of each line, in percent. Null if there is none, which leaves a gap. */
  values: readonly (number | null)[];
  /** A figure of the second picture with the interval of its true value; null if there is none. */
  below: { value: number; low: number; high: number } | { value: number } | null;
  /** All of it in words, and the address that it opens. Null: the moment is a gap. */
  opens: { words: string; to: string } | null;
}

export interface LinesProps {
  points: readonly LinesPoint[];
  title: string;
  /** The names of the lines, at most three: each has a color, a dash and a dot of its own. */
  lines: readonly string[];
  /** The name of the second picture. Null: there is none. */
  below: string | null;
}

const SHAPES = ['a', 'b', 'c'] as const;
/** The narrowest column of a point that a finger hits. */
const LEAST_PX = 24;
/** The number of labels that fit into one row. */
const LABELS = 6;

/** Returns the path of a line in pieces, each through adjacent points with a value. */
function pieces(values: readonly (number | null)[], x: (index: number) => number): string {
  let isOn = false;
  return values
    .map((value, index) => {
      const command = isOn ? 'L' : 'M';
      isOn = value !== null;
      return value === null ? '' : `${command}${x(index).toFixed(2)} ${(100 - value).toFixed(2)}`;
    })
    .join('');
}

/**
 * Several lines over time, in percent, with a figure and its interval for each moment below them. Each moment is one
 * link. More moments than fit are scrolled, the newest in sight.
 */
export function Lines({ points, title, lines, below }: LinesProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const { length } = points;
  useEffect(() => {
    const box = scroller.current;
    if (box) box.scrollLeft = box.scrollWidth * (getComputedStyle(box).direction === 'rtl' ? -1 : 1);
  }, [length]);
  const rows = length > LABELS ? 2 : 1;
  const x = (index: number): number => (100 * (index + 0.5)) / length;
  const least = points.some(({ below: of }) => of !== null && ('low' in of ? of.low : of.value) < 0) ? -1 : 0;
  const y = (value: number): number => (100 * (1 - Math.min(1, Math.max(least, value)))) / (1 - least);
  const at = (inline: number, block: number): CSSProperties => ({ insetInlineStart: `${inline}%`, insetBlockStart: `${block}%` });
  const steps = (of: readonly (readonly [number, string])[]): ReactNode =>
    of.map(([block, words]) => (
      <i key={words} className={styles.step} style={{ insetBlockStart: `${block}%` }}>
        <span>{words}</span>
      </i>
    ));
  return (
    <div role="group" aria-label={title}>
      <Row as="ul" wrap gap={16} rowGap={4} size={14} className={styles.key}>
        {lines.map((name, line) => (
          <Row as="li" key={name} inline gap={6}>
            <svg width="34" height="12" viewBox="0 0 34 12" aria-hidden focusable={false}>
              <path d="M0 6H34" className={styles.path} data-line={SHAPES[line]} />
            </svg>
            <i className={styles.sample}>
              <i className={styles.dot} data-line={SHAPES[line]} />
            </i>
            {name}
          </Row>
        ))}
      </Row>
      <div className={styles.frame} style={{ '--rows': rows } as CSSProperties}>
        <div className={styles.axes} aria-hidden>
          <div className={styles.plot}>
            {steps([
              [100, '0%'],
              [50, '50%'],
              [0, '100%'],
            ])}
          </div>
          {below !== null && <div className={styles.below}>{steps([...(least < 0 ? [[100, '−1'] as const] : []), [y(0), '0'], [0, '1']])}</div>}
        </div>
        <div ref={scroller} className={styles.scroller}>
          <div className={styles.canvas} style={{ minInlineSize: `${length * LEAST_PX}px` }}>
            <div className={styles.plot} aria-hidden>
              <svg className={styles.lines} viewBox="0 0 100 100" preserveAspectRatio="none" focusable={false}>
                {lines.map((name, line) => (
                  <path
                    key={name}
                    d={pieces(
                      points.map(({ values }) => values[line] ?? null),
                      x,
                    )}
                    className={styles.path}
                    data-line={SHAPES[line]}
                    vectorEffect="non-scaling-stroke"
                  />
                ))}
              </svg>
              {points.flatMap(({ key, values }, index) =>
                values.map(
                  (value, line) =>
                    value !== null && <i key={`${key} ${lines[line]}`} className={styles.dot} data-line={SHAPES[line]} style={at(x(index), 100 - value)} />,
                ),
              )}
            </div>
            <div className={styles.labels} aria-hidden>
              {points.map(({ key, label }, index) => (
                <span key={key} style={{ insetInlineStart: `${x(index)}%`, '--row': index % rows } as CSSProperties}>
                  {label}
                </span>
              ))}
            </div>
            {below !== null && (
              <div className={styles.below} aria-hidden>
                {points.map(({ key, below: of }, index) =>
                  of === null ? null : (
                    <span key={key}>
                      {'low' in of && <i className={styles.range} style={{ ...at(x(index), y(of.high)), blockSize: `${y(of.low) - y(of.high)}%` }} />}
                      <i
                        className={styles.gain}
                        data-known={'low' in of || undefined}
                        data-past={of.value < least || undefined}
                        style={at(x(index), y(of.value))}
                      />
                    </span>
                  ),
                )}
              </div>
            )}
            <ol className={styles.openings}>
              {points.map(({ key, opens }) => (
                <li key={key}>{opens && <AppLink to={opens.to} aria-label={opens.words} title={opens.words} className={styles.opening} />}</li>
              ))}
            </ol>
          </div>
        </div>
      </div>
      {below !== null && <p className={styles.belowName}>{below}</p>}
    </div>
  );
}
