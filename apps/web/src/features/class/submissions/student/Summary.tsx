import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Chart, type ChartItem, ChartSwitch, type ChartView, markAt } from '../../../../ui/charts/index.ts';
import { Panel } from '../../../../ui/plain/Card.tsx';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { loadSummary } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import styles from '../work.module.css';

type What = 'likes' | 'comments';

/** Shows the lesson's likes and comments, form by form. */
export function Summary({ assessmentId }: { assessmentId: number }) {
  const summary = useQuery({ queryKey: ['lesson-summary', assessmentId], queryFn: ({ signal }) => loadSummary(assessmentId, signal) });
  const { data } = summary;
  if (!data)
    return (
      <div className={styles.page}>
        {summary.error ? <LoadFailed error={summary.error} pending={summary.isFetching} onRetry={() => void summary.refetch()} /> : <SkeletonText lines={6} />}
      </div>
    );
  const forms = [data.form_1A, data.form_1B, data.form_2];
  const items = (what: What): ChartItem[] =>
    forms.map((one, index) => ({ key: one.form, label: one.form, value: what === 'likes' ? one.total_likes : one.total_comments, mark: markAt(index) }));
  return (
    <div className={styles.page}>
      <div className={styles.charts}>
        <Totals title={t('openWork.summary.likes')} items={items('likes')} none={t('openWork.summary.noLikes')} />
        <Totals title={t('openWork.summary.comments')} items={items('comments')} none={t('openWork.summary.noComments')} />
      </div>
    </div>
  );
}

function Totals({ title, items, none }: { title: string; items: readonly ChartItem[]; none: string }) {
  const [view, setView] = useState<ChartView>('pie');
  const isEmpty = items.every(({ value }) => value === 0);
  return (
    <Panel level="h3" title={title} side={isEmpty ? undefined : <ChartSwitch view={view} onView={setView} />}>
      {isEmpty ? <p className={styles.none}>{none}</p> : <Chart view={view} title={title} heading={t('openWork.summary.form')} count={title} items={items} />}
    </Panel>
  );
}
