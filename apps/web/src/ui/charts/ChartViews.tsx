import { useId } from 'react';
import type { IconComponent } from '../plain/icon.tsx';
import { IconChartBar, IconChartDonut, IconTable } from '../plain/icons.ts';
import { type ChartKey, t } from './t.ts';
import { Bars, type BarsProps } from './Bars.tsx';
import styles from './charts.module.css';
import { ChartTable } from './ChartTable.tsx';
import { Doughnut } from './Doughnut.tsx';
import { StackedBar } from './StackedBar.tsx';

/** Every chart offers these. */
export type ChartView = 'bars' | 'pie' | 'table';

const views = [
  ['bars', IconChartBar, 'chart.bars'],
  ['pie', IconChartDonut, 'chart.pie'],
  ['table', IconTable, 'chart.table'],
] as const satisfies readonly (readonly [ChartView, IconComponent, ChartKey])[];

/** Bars, pie or table: one choice, by pointer and by arrow keys. */
export function ChartSwitch({ view, onView }: { view: ChartView; onView: (view: ChartView) => void }) {
  const name = useId();
  return (
    <fieldset className={styles.switch}>
      <legend className="visually-hidden">{t('chart.view')}</legend>
      {views.map(([value, Icon, word]) => (
        <label key={value} title={t(word)}>
          <input type="radio" name={name} value={value} aria-label={t(word)} checked={view === value} onChange={() => onView(value)} />
          <Icon size={18} />
        </label>
      ))}
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
