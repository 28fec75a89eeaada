import { useId } from 'react';
import type { IconComponent } from '../plain/icon.tsx';
import { IconChartBar, IconChartDonut, IconChartLine, IconTable } from '../plain/icons.ts';
import { type ChartKey, t } from './t.ts';
import { Bars, type BarsProps } from './Bars.tsx';
import styles from './charts.module.css';
import { ChartTable } from './ChartTable.tsx';
import { Doughnut } from './Doughnut.tsx';
import { StackedBar } from './StackedBar.tsx';

/** Every chart of parts offers these. */
export type ChartView = 'bars' | 'pie' | 'table';

const looks = {
  bars: [IconChartBar, 'chart.bars'],
  pie: [IconChartDonut, 'chart.pie'],
  columns: [IconChartBar, 'chart.columns'],
  line: [IconChartLine, 'chart.line'],
  table: [IconTable, 'chart.table'],
} as const satisfies Readonly<Record<string, readonly [IconComponent, ChartKey]>>;
type Look = keyof typeof looks;

const ofParts = ['bars', 'pie', 'table'] as const satisfies readonly ChartView[];

/** Bars, pie or table, or what else `views` offers: one choice, by pointer and by arrow keys. */
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
    <fieldset className={styles.switch}>
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
    </fieldset>
  );
}

export interface ChartProps extends BarsProps {
  view: ChartView;
  /** What the chart is about: the table's caption. */
  title: string;
  /** What the rows are: "Response". */
  heading: string;
  /** What is counted: "answers". */
  count: string;
}

/** A chart in the view that was chosen; the pie is one stacked bar below 600 px. */
export function Chart({ view, title, heading, count, ...bars }: ChartProps) {
  if (view === 'table') return <ChartTable {...bars} heading={heading} count={count} caption={title} />;
  if (view === 'bars') return <Bars {...bars} />;
  return (
    <>
      <div className={styles.wide}>
        <Doughnut {...bars} caption={count} />
      </div>
      <div className={styles.narrow}>
        <StackedBar items={bars.items} />
      </div>
    </>
  );
}
