import { Letter } from '../plain/Letter.tsx';
import { Grid, Row, Stack, Text } from '../plain/layout/layout.tsx';
import { IconCircleCheckFilled } from '../plain/icons.ts';
import { t } from '../../base/t.ts';
import styles from './charts.module.css';
import { countText, percentOf, totalBefore, totalOf, type ChartItem } from './marks.ts';
import { MarkBar, usePatterns } from './Patterns.tsx';
import { MathText } from '../rich-text/MathText.tsx';

export interface BarsProps {
  items: readonly ChartItem[];
  /**
   * The value of 100%, by default the sum of the items. Null: the items are not parts of a whole and show no
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
  const patterns = usePatterns(items.map(({ mark }) => mark));
  const full = whole ?? Math.max(...items.map(({ value }) => value));
  const wholeBefore = totalBefore(items);
  const letters = items.some((item) => item.letter !== undefined);
  return (
    <>
      {patterns.defs}
      <Stack as="ul" gap={12}>
        {items.map((item, index) => (
          <Grid as="li" key={item.key} align="center" className={styles.row} data-letters={letters} data-zero={item.value === 0 || undefined}>
            {letters && <Letter letter={item.letter ?? ''} />}
            <Row as={item.words ? 'div' : 'span'} wrap weight={500} leading={1.35} shrinks className={styles.label}>
              {item.words ?? <MathText text={item.label} />}
              {item.correct && (
                <Row as="span" inline gap={4} weight={600} className={styles.correct}>
                  <IconCircleCheckFilled size={16} />
                  {t('chart.correct')}
                </Row>
              )}
              {item.sure !== undefined && item.value > 0 && (
                <Text as="span" tone="dimmed" numbers>
                  {t('chart.sure', { count: item.sure })}
                </Text>
              )}
              {item.note && (
                <Text as="span" tone="dimmed">
                  {item.note}
                </Text>
              )}
            </Row>
            {/* figures read from left to right everywhere, with the line between now and before */}
            <Text as="span" numbers nowrap className={styles.value} dir="ltr">
              <b>{countText(item.value)}</b> {whole !== null && item.value > 0 && <span>{percentOf(item.value, whole)}%</span>}
              {wholeBefore !== null && beforeLabel && (
                <span className={styles.before} title={t('chart.before', { percent: percentOf(item.before ?? 0, wholeBefore), form: beforeLabel })}>
                  {t('chart.was', { percent: percentOf(item.before ?? 0, wholeBefore) })}
                </span>
              )}
            </Text>
            <span className={styles.track}>
              {wholeBefore !== null && wholeBefore > 0 && (item.before ?? 0) > 0 && (
                <span className={styles.ghost} style={{ width: `${(100 * (item.before ?? 0)) / wholeBefore}%` }} aria-hidden />
              )}
              <span className={styles.bar} style={{ width: `${full > 0 ? Math.min(100, (100 * item.value) / full) : 0}%`, animationDelay: `${index * 40}ms` }}>
                <MarkBar mark={item.mark} patterns={patterns} height="100%" />
                {(item.sure ?? 0) > 0 && <span className={styles.sure} style={{ width: `${(100 * (item.sure ?? 0)) / item.value}%` }} aria-hidden />}
              </span>
            </span>
          </Grid>
        ))}
        {rest && (
          <Grid as="li" align="center" className={styles.row} data-letters={letters} data-zero data-rest>
            {letters && <Letter letter="…" look="none" />}
            <Row as="span" wrap weight={500} leading={1.35} shrinks className={styles.label}>
              <Text as="span" tone="dimmed">
                {rest.label}
              </Text>
              <b>{rest.value}</b>
            </Row>
            <Text as="span" numbers nowrap className={styles.value}>
              {wholeBefore !== null && beforeLabel && (
                <Row as="span" inline gap={6} className={styles.beforeKey}>
                  <i aria-hidden /> {beforeLabel}
                </Row>
              )}
            </Text>
          </Grid>
        )}
      </Stack>
    </>
  );
}
