import type { CSSProperties } from 'react';
import { locale } from '../../base/language.ts';
import { Grid, Text } from '../plain/layout/layout.tsx';
import { computeAxis } from './axis.ts';
import styles from './Columns.module.css';
import { countText, type ChartItem } from './marks.ts';
import { MarkBar, usePatterns } from './Patterns.tsx';

export interface ColumnsProps {
  items: readonly ChartItem[];
  /** The minimum upper end of the axis. */
  axisFrom?: number | undefined;
}

/** Returns the style for a position on the axis, from 0 to 1. */
const at = (part: number) => ({ '--at': part }) as CSSProperties;

/** Formats a step of the axis: "500", "20K". */
const stepText = (step: number): string => (step < 10_000 ? countText(step) : new Intl.NumberFormat(locale(), { notation: 'compact' }).format(step));

/**
 * A column for each figure over an axis of round steps, with its value next to it as text. If the columns are too
 * narrow for their text, they are horizontal, along the same axis.
 */
export function Columns({ items, axisFrom }: ColumnsProps) {
  const patterns = usePatterns(items.map(({ mark }) => mark));
  const values = items.map(({ value }) => value);
  const { end, steps } = computeAxis(values, axisFrom);
  return (
    <div className={styles.frame} style={{ '--columns': items.length } as CSSProperties}>
      {patterns.defs}
      <div className={styles.chart}>
        <div className={styles.axis} aria-hidden>
          {[0, ...steps].map((step) => (
            <i key={step} style={at(step / end)}>
              <span>{stepText(step)}</span>
            </i>
          ))}
        </div>
        <Grid as="ul" gap={10} className={styles.columns}>
          {items.map((item) => (
            <li key={item.key}>
              <Text as="span" size={12.5} leading={1.35} tone="dimmed" self="start" breaks className={styles.name}>
                {item.label}
              </Text>{' '}
              <span className={styles.track} style={at(item.value / end)}>
                <span className={styles.column}>{item.value > 0 && <MarkBar mark={item.mark} patterns={patterns} height="100%" radius={4} />}</span>
                <b>{countText(item.value)}</b>
              </span>
            </li>
          ))}
        </Grid>
      </div>
    </div>
  );
}
