import { useQuery } from '@tanstack/react-query';
import { TabPanel, Tabs } from '../../../../lesson/Tabs.tsx';
import { FullDialog } from '../../../../ui/full-dialog/index.ts';
import { lazyScreen } from '../../../../ui/plain/lazy-screen.tsx';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { keys, loadOwn } from '../calls.ts';
import { ClosedNotice } from '../ClosedNotice.tsx';
import { Instructions } from '../Instructions.tsx';
import { StateChips } from '../StateChips.tsx';
import { t } from '../../../../base/t.ts';
import { useFirstTab } from '../use-first-tab.ts';
import type { OpenWorkProps } from '../WorkDialog.tsx';
import styles from '../work.module.css';
import { OwnAnswer } from './OwnAnswer.tsx';

const Summary = lazyScreen(() => import('./Summary.tsx'), 'Summary');
const NAME = 'own-work';
type Tab = 'instructions' | 'work' | 'summary';
const TABS: readonly Tab[] = ['instructions', 'work', 'summary'];

/**
 * "Submit Class Work": the task, the own answer with what was returned, and the lesson's results once it has ended.
 */
export function StudentWork({ courseId, work, closed, seen, onSee, onClose, notice }: OpenWorkProps) {
  const own = useQuery({ queryKey: keys.own(courseId, work.id), queryFn: ({ signal }) => loadOwn(courseId, work.id, signal) });
  const isOver = work.assessment_status === 'finished' && work.assessment_id !== null;
  const tabs: { id: Tab; label: string }[] = [
    { id: 'instructions', label: t('openWork.tab.instructions') },
    { id: 'work', label: t('openWork.tab.work') },
    ...(isOver ? [{ id: 'summary' as const, label: t('openWork.tab.summary') }] : []),
  ];
  const tab = TABS.find((one) => one === seen.tab && tabs.some(({ id }) => id === one)) ?? 'instructions';
  useFirstTab(NAME, tab);
  return (
    <FullDialog
      title={t('openWork.submit.title')}
      onClose={onClose}
      aside={
        <>
          {own.data && closed !== 'gone' && <StateChips {...own.data.submission} />}
          {tab !== 'instructions' && (
            <span className={styles.of} dir="auto">
              {work.title}
            </span>
          )}
        </>
      }
    >
      <div className={styles.tabbed}>
        {notice}
        <ClosedNotice closed={closed} gone={t('openWork.gone.student')} />
        <Tabs name={NAME} label={t('openWork.tabs')} value={tab} onChange={(next) => onSee({ tab: next })} tabs={tabs} />
        <TabPanel name={NAME} id={tab} className={styles.scroll}>
          {tab === 'instructions' && <Instructions work={work} isStudent />}
          {tab === 'summary' && work.assessment_id !== null && <Summary assessmentId={work.assessment_id} />}
          {tab === 'work' && (
            <div className={styles.page}>
              {own.data ? (
                <OwnAnswer courseId={courseId} own={own.data} isClosed={closed !== null} />
              ) : own.error ? (
                <LoadFailed error={own.error} pending={own.isFetching} onRetry={() => void own.refetch()} />
              ) : (
                <SkeletonText lines={6} />
              )}
            </div>
          )}
        </TabPanel>
      </div>
    </FullDialog>
  );
}
