import { useState } from 'react';
import { Columns } from '../../../ui/charts/Columns.tsx';
import { ChartSwitch } from '../../../ui/charts/index.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Panel } from '../../../ui/plain/Card.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { useAllFigures } from './calls.ts';
import { chartItems } from './Charts.tsx';
import styles from './dashboards.module.css';
import { type Definition, figureOf } from './definitions.ts';
import { FigureTable } from './FigureTable.tsx';
import { t } from '../../../base/t.ts';
import { WeeklyMail } from './WeeklyMail.tsx';

/**
 * Shows all dashboards on one page. Each makes its own call, so a figure cannot differ from its tab, and an error
 * affects only one.
 */
export function Summary({ definitions }: { definitions: readonly Definition[] }) {
  const answers = useAllFigures(definitions);
  return (
    <>
      <div className={styles.summary}>
        {definitions.map((definition, index) => {
          const answer = answers[index];
          return answer && <SummaryCard key={definition.name} definition={definition} answer={answer} />;
        })}
      </div>
      <div className={styles.weekly}>
        <WeeklyMail />
      </div>
    </>
  );
}

function SummaryCard({ definition, answer }: { definition: Definition; answer: ReturnType<typeof useAllFigures>[number] }) {
  const [view, setView] = useState<'columns' | 'table'>('columns');
  const { data, error, isFetching, refetch } = answer;
  const { title, chart, name } = definition;
  const figures = chart.of.flatMap((one) => figureOf(definition, one) ?? []);
  return (
    <Panel
      title={title}
      aria-label={title}
      className={styles.panel}
      data-wide={figures.length > 6 || undefined}
      side={
        <span className={styles.side}>
          <AppLink to={`/dashboard?tab=${name}`} aria-label={t('dashboards.openDashboard', { dashboard: title })}>
            {t('dashboards.open')}
          </AppLink>
          <ChartSwitch view={view} views={['columns', 'table']} onView={setView} />
        </span>
      }
    >
      <div className={styles.figure}>
        {error && !isFetching ? (
          <LoadFailed error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <SkeletonText lines={6} />
        ) : view === 'columns' ? (
          <Columns items={chartItems(figures, data.now)} axisFrom={chart.axis_from} />
        ) : (
          <FigureTable caption={title} figures={figures} now={data.now} toRows={(figure) => ({ tab: name, figure })} />
        )}
      </div>
    </Panel>
  );
}
