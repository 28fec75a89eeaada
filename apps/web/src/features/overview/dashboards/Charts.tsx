import { useState } from 'react';
import { Chart, ChartSwitch, type ChartItem, type ChartView, markAt } from '../../../ui/charts/index.ts';
import { Line, LineTable } from '../../../ui/charts/Line.tsx';
import { totalOf } from '../../../ui/charts/marks.ts';
import { StackedBar } from '../../../ui/charts/StackedBar.tsx';
import { Panel } from '../../../ui/plain/Card.tsx';
import type { Figures, Numbers } from './calls.ts';
import styles from './dashboards.module.css';
import { type Definition, figureOf, type Figure, type ToRows } from './definitions.ts';
import { FigureTable } from './FigureTable.tsx';
import { t } from '../../../base/t.ts';
import { toWeeks } from './weeks.ts';
import { numberText } from './words.ts';

export interface ChartPanelProps {
  definition: Definition;
  figures: Figures;
  toRows: ToRows;
}

const named = (definition: Definition, names: readonly string[]): Figure[] => names.flatMap((name) => figureOf(definition, name) ?? []);

/** Converts figures to the items of charts. */
export const chartItems = (figures: readonly Figure[], now: Numbers): ChartItem[] =>
  figures.map(({ name, label }, index) => ({ key: name, label, value: now[name] ?? 0, mark: markAt(index) }));

/**
 * Shows figures that are not parts of a whole, as a ring with labeled bars next to it, as bars alone, or as a table.
 */
export function RingPanel({ definition, figures: { now }, toRows }: ChartPanelProps) {
  const [view, setView] = useState<ChartView>('pie');
  const title = t('dashboards.chart', { dashboard: definition.title });
  const figures = named(definition, definition.chart.of);
  return (
    <Panel title={title} side={<ChartSwitch view={view} onView={setView} />} className={styles.panel}>
      <div className={styles.figure}>
        {view === 'table' ? (
          <FigureTable caption={title} figures={figures} now={now} toRows={toRows} />
        ) : (
          <Chart view={view} whole={null} items={chartItems(figures, now)} title={title} heading={t('dashboards.figure')} count={t('dashboards.number')} />
        )}
      </div>
    </Panel>
  );
}

/** Shows figures that divide all rows, in one bar: with percent if they sum to their whole. */
export function PartsPanel({ definition, figures: { now }, toRows }: ChartPanelProps) {
  const [view, setView] = useState<'bars' | 'table'>('bars');
  const parts = named(definition, definition.parts);
  const items = chartItems(parts, now);
  const total = totalOf(items);
  const whole = figureOf(definition, definition.whole ?? undefined);
  const isWhole = whole !== undefined && now[whole.name] === total;
  const title = isWhole ? t('dashboards.partsOf', { whole: whole.label, total: numberText(total) }) : t('dashboards.parts');
  return (
    <Panel title={title} side={<ChartSwitch view={view} views={['bars', 'table']} onView={setView} />} className={styles.panel}>
      <div className={styles.figure}>
        {view === 'table' ? (
          <FigureTable caption={title} figures={parts} now={now} toRows={toRows} />
        ) : (
          <StackedBar items={items} whole={isWhole && total > 0 ? total : null} />
        )}
      </div>
    </Panel>
  );
}

const percentText = (value: number): string => `${value}%`;

/** Shows the share of right answers week by week. */
export function WeeksPanel({ weeks }: { weeks: Figures['weeks'] }) {
  const [view, setView] = useState<'line' | 'table'>('line');
  const shares = new Map(weeks.map(({ week, share_right }) => [week, share_right === null ? null : Math.round(100 * share_right)]));
  const line = { points: toWeeks(shares), title: t('dashboards.weeks'), most: 100, valueText: percentText };
  return (
    <Panel title={line.title} side={<ChartSwitch view={view} views={['line', 'table']} onView={setView} />} className={styles.panel}>
      <div className={styles.figure}>
        {view === 'line' ? <Line {...line} /> : <LineTable {...line} heading={t('dashboards.week')} count={t('dashboards.right')} />}
      </div>
    </Panel>
  );
}
