import { useState } from 'react';
import { Chart, ChartSwitch, type ChartItem, type ChartView } from '../../../ui/charts/index.ts';
import { type Mark, totalOf } from '../../../ui/charts/marks.ts';
import { StackedBar } from '../../../ui/charts/StackedBar.tsx';
import { Panel } from '../../../ui/plain/Card.tsx';
import type { Figures, Numbers } from './calls.ts';
import styles from './dashboards.module.css';
import { type Definition, figureOf, type Figure, type ToRows } from './definitions.ts';
import { FigureTable } from './FigureTable.tsx';
import { t } from '../../../base/t.ts';
import { numberText } from './words.ts';

export interface ChartPanelProps {
  definition: Definition;
  figures: Figures;
  toRows: ToRows;
}

const named = (definition: Definition, names: readonly string[]): Figure[] => names.flatMap((name) => figureOf(definition, name) ?? []);

/** Converts figures to the items of charts. */
export const chartItems = (figures: readonly Figure[], now: Numbers): ChartItem[] =>
  figures.map(({ name, label, mark }) => ({ key: name, label, value: now[name] ?? 0, mark: (mark ?? 'a') as Mark }));

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
