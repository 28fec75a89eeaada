import styles from './Interval.module.css';

export interface IntervalBand {
  from: number;
  to: number;
  label: string;
  /** Whether the figure lies in it. */
  here?: boolean;
}

export interface IntervalProps {
  value: number;
  /** Between what the true figure lies; null where nobody can say. */
  interval: { low: number; high: number } | null;
  bands: readonly IntervalBand[];
  /** Where the line begins; it ends at 1. What lies left of it is drawn at its beginning. */
  from: number;
  /** What it says to somebody who cannot see it. */
  label: string;
}

/** A figure on a line with named stretches, and between what it may truly lie. Drawn along the reading direction. */
export function Interval({ value, interval, bands, from, label }: IntervalProps) {
  const at = (figure: number): number => (100 * (Math.min(1, Math.max(from, figure)) - from)) / (1 - from);
  return (
    <div className={styles.interval} role="img" aria-label={label}>
      <div className={styles.line}>
        {bands.map((band) => (
          <i
            key={band.label}
            data-here={band.here || undefined}
            style={{ insetInlineStart: `${at(band.from)}%`, inlineSize: `${at(band.to) - at(band.from)}%` }}
          />
        ))}
        {interval && (
          <i className={styles.unsure} style={{ insetInlineStart: `${at(interval.low)}%`, inlineSize: `${at(interval.high) - at(interval.low)}%` }} />
        )}
        <i className={styles.needle} style={{ insetInlineStart: `${at(value)}%` }} />
      </div>
      <div className={styles.bands} aria-hidden>
        {bands.map((band) => (
          <span key={band.label} style={{ insetInlineStart: `${at(band.from)}%` }}>
            {band.label}
          </span>
        ))}
      </div>
    </div>
  );
}
