import styles from './Interval.module.css';
import { Box } from '../plain/layout/layout.tsx';

export interface IntervalBand {
  from: number;
  to: number;
  label: string;
  /** True when the figure is in it. */
  here?: boolean;
}

export interface IntervalProps {
  value: number;
  /** The range of the true figure; null if unknown. */
  interval: { low: number; high: number } | null;
  bands: readonly IntervalBand[];
  /** The start of the line, which ends at 1. Lower values are drawn at the start. */
  from: number;
  /** The text for screen readers. */
  label: string;
}

/** A figure on a line with named bands, and the range of its true value. Drawn in reading direction. */
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
      <Box size={12.5} tone="dimmed" className={styles.bands} aria-hidden>
        {bands.map((band) => (
          <span key={band.label} style={{ insetInlineStart: `${at(band.from)}%` }}>
            {band.label}
          </span>
        ))}
      </Box>
    </div>
  );
}
