import { Letter } from '../plain/Letter.tsx';
import { IconCircleCheckFilled } from '../plain/icons.ts';
import { t } from '../../base/t.ts';
import styles from './charts.module.css';
import { countText, percentOf, totalBefore, totalOf, type ChartItem } from './marks.ts';
import { MarkBar, usePatterns } from './Patterns.tsx';
import { MathText } from '../rich-text/MathText.tsx';

export interface BarsProps {
  items: readonly ChartItem[];
  /**
   * The value of 100 %, by default the sum of the items. Null: the items are not parts of a whole and show no
   * percentage.
   */
  whole?: number | null | undefined;
  /** The people without an item, as a last line without a bar ("No answer yet"). */
  rest?: { label: string; value: number } | undefined;
  /** The label of the pale bars behind ("Form - 1A"), if items have earlier values. */
  beforeLabel?: string | undefined;
}

/**
 * Labeled bars, the longest possible when all chose the same. Label, count and percentage are text, so no hidden table
 * is needed.
 */
export function Bars({ items, whole = totalOf(items), rest, beforeLabel }: BarsProps) {
  const patterns = usePatterns();
  const full = whole ?? Math.max(...items.map(({ value }) => value));
  const wholeBefore = totalBefore(items);
  const letters = items.some((item) => item.letter !== undefined);
  return (
    <>
      {patterns.defs}
      <ul className={styles.bars}>
        {items.map((item, index) => (
          <li key={item.key} className={styles.row} data-letters={letters} data-zero={item.value === 0 || undefined}>
            {letters && <Letter letter={item.letter ?? ''} />}
            <span className={styles.label}>
              <MathText text={item.label} />
              {item.correct && (
                <span className={styles.correct}>
                  <IconCircleCheckFilled size={16} />
                  {t('chart.correct')}
                </span>
              )}
              {item.note && <span className={styles.note}>{item.note}</span>}
            </span>
            <span className={styles.value}>
              <b>{countText(item.value)}</b> {whole !== null && item.value > 0 && <span>{percentOf(item.value, whole)} %</span>}
              {wholeBefore !== null && beforeLabel && (
                <span className={styles.before} title={t('chart.before', { percent: percentOf(item.before ?? 0, wholeBefore), form: beforeLabel })}>
                  {t('chart.was', { percent: percentOf(item.before ?? 0, wholeBefore) })}
                </span>
              )}
            </span>
            <span className={styles.track}>
              {wholeBefore !== null && wholeBefore > 0 && (item.before ?? 0) > 0 && (
                <span className={styles.ghost} style={{ width: `${(100 * (item.before ?? 0)) / wholeBefore}%` }} aria-hidden />
              )}
              <span className={styles.bar} style={{ width: `${full > 0 ? Math.min(100, (100 * item.value) / full) : 0}%`, animationDelay: `${index * 40}ms` }}>
                <MarkBar mark={item.mark} patterns={patterns} height="100%" />
              </span>
            </span>
          </li>
        ))}
        {rest && (
          <li className={styles.row} data-letters={letters} data-zero data-rest>
            {letters && <Letter letter="…" look="none" />}
            <span className={styles.label}>
              <span className={styles.note}>{rest.label}</span>
              <b>{rest.value}</b>
            </span>
            <span className={styles.value}>
              {wholeBefore !== null && beforeLabel && (
                <span className={styles.beforeKey}>
                  <i aria-hidden /> {beforeLabel}
                </span>
              )}
            </span>
          </li>
        )}
      </ul>
    </>
  );
}
