import { useState } from 'react';
import { Columns } from '../../../ui/charts/Columns.tsx';
import { ChartSwitch } from '../../../ui/charts/index.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Panel } from '../../../ui/plain/Card.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Grid, Row } from '../../../ui/plain/layout/layout.tsx';
import { useAllFigures } from './calls.ts';
import { chartItems } from './Charts.tsx';
import styles from './dashboards.module.css';
import { type Definition, figureOf } from './definitions.ts';
import { FigureTable } from './FigureTable.tsx';
import { t } from '../../../base/t.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { SwitchField } from '../../../ui/form/index.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { useUser } from '../../../base/use-user.ts';
import { Monday } from '../home/index.ts';
import { useMailPreferences } from '../../school/notifications/index.ts';

const KIND = 'weekly-figures';

/** Shows a switch for the weekly report by email. Shows nothing when no mail is sent. */
function WeeklyMail() {
  const {
    loaded: { data },
    choose: send,
  } = useMailPreferences();
  const chosen = data?.preferences.find(({ kind }) => kind === KIND);
  if (!data?.sends_mail || !chosen) return null;
  const choose = (on: boolean): Promise<string> => send(KIND, on ? 'now' : 'never');
  const change = (on: boolean) =>
    choose(on).then(
      (message) => showSnack(message, { undo: () => choose(!on) }),
      (error: unknown) => showSnack(errorText(error), { color: 'red' }),
    );
  return (
    <SwitchField label={t('dashboards.weekly')} description={t('dashboards.weeklyHint')} checked={chosen.mail !== 'never'} onChange={(on) => void change(on)} />
  );
}

/**
 * Shows the week and what it asks for, then all dashboards on one page. Each makes its own call, so a figure cannot differ from its tab, and an error
 * affects only one.
 */
export function Summary({ definitions }: { definitions: readonly Definition[] }) {
  const { rights } = useUser();
  const answers = useAllFigures(definitions);
  return (
    <>
      {rights.includes('live-lessons:view') && <Monday />}
      <Grid gap={16} className={styles.summary}>
        {definitions.map((definition, index) => {
          const answer = answers[index];
          return answer && <SummaryCard key={definition.name} definition={definition} answer={answer} />;
        })}
      </Grid>
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
        <Row as="span" inline gap={12}>
          <AppLink to={`/dashboard?tab=${name}`} data-screen-only aria-label={t('dashboards.openDashboard', { dashboard: title })}>
            {t('dashboards.open')}
          </AppLink>
          <ChartSwitch view={view} views={['columns', 'table']} onView={setView} />
        </Row>
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
