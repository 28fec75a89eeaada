import styles from './charts.module.css';
import { countText, percentOf, spoken, type ChartItem } from './marks.ts';
import { Row, Text } from '../plain/layout/layout.tsx';
import { MarkBar, usePatterns } from './Patterns.tsx';

interface StackedBarProps {
  items: readonly ChartItem[];
  /** The value of 100%. Null, the default: no percentages. */
  whole?: number | null;
}

/** One bar of all parts with its legend below. Phones show it instead of a ring. */
export function StackedBar({ items, whole = null }: StackedBarProps) {
  const patterns = usePatterns(items.map(({ mark }) => mark));
  const filled = items.filter((item) => item.value > 0);
  return (
    <div>
      {patterns.defs}
      <div className={styles.stack} role="img" aria-label={spoken(items)}>
        {filled.map((item) => (
          <span key={item.key} className={styles.part} style={{ flexGrow: item.value, flexBasis: 0 }}>
            <MarkBar mark={item.mark} patterns={patterns} height={20} radius={4} />
          </span>
        ))}
        {filled.length === 0 && <span className={styles.none} style={{ flexGrow: 1 }} />}
      </div>
      <Row
        as="ul"
        wrap
        gap={14}
        rowGap={4}
        align="stretch"
        justify="between"
        size={14}
        numbers
        above={8}
        className={styles.keys}
        data-words={items.every(({ letter }) => letter === undefined) || undefined}
      >
        {items.map((item) => (
          <Row as="li" key={item.key} inline gap={6} className={styles.key}>
            <span style={{ width: 14, height: 14 }}>
              <MarkBar mark={item.mark} patterns={patterns} height={14} radius={3} />
            </span>
            <span>
              <b>{item.letter ?? item.label}</b> {countText(item.value)}
              {whole !== null && <span> ({percentOf(item.value, whole)}%)</span>}
              {item.note && (
                <Text as="span" tone="dimmed">
                  {' '}
                  {item.note}
                </Text>
              )}
            </span>
          </Row>
        ))}
      </Row>
    </div>
  );
}
