import { useId } from 'react';
import type { IconComponent } from '../plain/icon.tsx';
import { Row } from '../plain/layout/layout.tsx';
import { IconChartBar, IconChartDonut, IconChartLine, IconTable } from '../plain/icons.ts';
import { type MessageKey, t } from '../../base/t.ts';
import { Bars, type BarsProps } from './Bars.tsx';
import styles from './charts.module.css';
import { ChartTable } from './ChartTable.tsx';
import { Doughnut } from './Doughnut.tsx';
import { StackedBar } from './StackedBar.tsx';

/** The views that every chart of parts offers. */
export type ChartView = 'bars' | 'pie' | 'table';

const looks = {
  bars: [IconChartBar, 'chart.bars'],
  pie: [IconChartDonut, 'chart.pie'],
  columns: [IconChartBar, 'chart.columns'],
  line: [IconChartLine, 'chart.line'],
  table: [IconTable, 'chart.table'],
} as const satisfies Readonly<Record<string, readonly [IconComponent, MessageKey]>>;
type Look = keyof typeof looks;

const ofParts = ['bars', 'pie', 'table'] as const satisfies readonly ChartView[];

/** A switch between bars, pie and table, or the given `views`. It works by pointer and by arrow keys. */
export function ChartSwitch<View extends Look = ChartView>({
  view,
  views = ofParts as readonly Look[] as readonly View[],
  onView,
}: {
  view: View;
  views?: readonly View[];
  onView: (view: View) => void;
}) {
  const name = useId();
  return (
    <Row as="fieldset" inline gap={2} align="stretch" radius="md" className={styles.switch}>
      <legend className="visually-hidden">{t('chart.view')}</legend>
      {views.map((value) => {
        const [Icon, word] = looks[value];
        return (
          <label key={value} title={t(word)}>
            <input type="radio" name={name} value={value} aria-label={t(word)} checked={view === value} onChange={() => onView(value)} />
            <Icon size={18} />
          </label>
        );
      })}
    </Row>
  );
}

export interface ChartProps extends BarsProps {
  view: ChartView;
  /** The chart's title, used as the table's caption. */
  title: string;
  /** The heading of the rows: "Response". */
  heading: string;
  /** The name of what is counted: "answers". */
  count: string;
}

/**
 * A chart in the selected view. Below 600 px the pie is one stacked bar, or bars alone when its items are not parts of a
 * whole: in one bar, totals that contain each other would look like parts.
 */
export function Chart({ view, title, heading, count, ...bars }: ChartProps) {
  if (view === 'table') return <ChartTable {...bars} heading={heading} count={count} caption={title} />;
  if (view === 'bars') return <Bars {...bars} />;
  return (
    <>
      <div className={styles.wide}>
        <Doughnut {...bars} caption={count} />
      </div>
      <div className={styles.narrow}>{bars.whole === null ? <Bars {...bars} /> : <StackedBar items={bars.items} />}</div>
    </>
  );
}
