import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { TabPanel, Tabs } from '../../../../lesson/Tabs.tsx';
import { FullDialog } from '../../../../ui/full-dialog/index.ts';
import { buttonClasses } from '../../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../../ui/plain/EmptyState.tsx';
import { lazyScreen } from '../../../../ui/plain/lazy-screen.tsx';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { Stack } from '../../../../ui/plain/layout/layout.tsx';
import { keys, loadSubmissions } from '../calls.ts';
import { ClosedNotice } from '../ClosedNotice.tsx';
import { Instructions } from '../Instructions.tsx';
import { t } from '../../../../base/t.ts';
import { useFirstTab } from '../use-first-tab.ts';
import type { OpenWorkProps } from '../WorkDialog.tsx';
import styles from '../work.module.css';
import { StudentWorks } from './StudentWorks.tsx';
import { useEffect, useState } from 'react';
import { useEvent } from '../../../../base/use-event.ts';

const SETTLES_MS = 300;

/**
 * Returns the account whose work is shown; null for everyone's. The screen follows a key right away, and the address
 * once the teacher pauses: keys are faster than some browsers let an address change.
 */
function useChosen({ seen, onSee }: Pick<OpenWorkProps, 'seen' | 'onSee'>): [number | null, (accountId: number | null) => void] {
  const [chosen, setChosen] = useState(seen.student ?? null);
  const write = useEvent(() => onSee({ ...seen, student: chosen ?? undefined }));
  const isWritten = chosen === (seen.student ?? null);
  useEffect(() => {
    if (isWritten) return undefined;
    const timer = setTimeout(write, SETTLES_MS);
    return () => clearTimeout(timer);
  }, [chosen, isWritten, write]);
  return [chosen, setChosen];
}

const AssessmentSnapshot = lazyScreen(() => import('../../assessments/index.ts'), 'AssessmentSnapshot');
const LiveSnapshot = lazyScreen(() => import('../../../../lesson/snapshot/staff/LiveSnapshot.tsx'), 'LiveSnapshot');
const NAME = 'open-work';
type Tab = 'instructions' | 'students' | 'snapshot';
const TABS: readonly Tab[] = ['instructions', 'students', 'snapshot'];

/** A work as its class's staff see it. */
export function StaffWork({ courseId, work, closed, seen, onSee, onClose, notice }: OpenWorkProps) {
  const [chosen, setChosen] = useChosen({ seen, onSee });
  const list = useQuery({ queryKey: keys.list(courseId, work.id), queryFn: ({ signal }) => loadSubmissions(courseId, work.id, signal) });
  const rows = list.data?.submissions ?? [];
  const submitted = rows.filter(({ state }) => state !== 'CREATED').length;
  const graded = rows.filter(({ draftGrade }) => draftGrade !== null).length;
  const tabs: { id: Tab; label: string }[] = [
    { id: 'instructions', label: t('openWork.tab.instructions') },
    { id: 'students', label: t('openWork.tab.students') },
    ...(work.assessment_id === null ? [] : [{ id: 'snapshot' as const, label: t('openWork.tab.snapshot') }]),
  ];
  const tab = TABS.find((one) => one === seen.tab && tabs.some(({ id }) => id === one)) ?? 'students';
  useFirstTab(NAME, tab);
  return (
    <FullDialog
      title={work.title}
      onClose={onClose}
      aside={
        list.data && (
          <>
            <span>{t('openWork.submittedOf', { count: submitted, total: rows.length })}</span>
            {work.maxPoints !== null && <span>{t('openWork.graded', { count: graded })}</span>}
          </>
        )
      }
      actions={
        work.assessment_id !== null &&
        work.assessment_status === 'finished' && (
          <Link to="/work-products" search={{ assessment_id: work.assessment_id }} className={buttonClasses({ size: 's' })}>
            {t('openWork.workProducts')}
          </Link>
        )
      }
    >
      <Stack className={styles.tabbed}>
        {notice}
        <ClosedNotice closed={closed} gone={t('openWork.gone.staff')} />
        <Tabs name={NAME} label={t('openWork.tabs')} value={tab} onChange={(next) => onSee({ tab: next, student: chosen ?? undefined })} tabs={tabs} />
        {tab !== 'students' ? (
          <TabPanel name={NAME} id={tab} className={styles.scroll}>
            {tab === 'instructions' && <Instructions work={work} />}
            {tab === 'snapshot' && work.assessment_id !== null && (
              <div className={styles.page}>
                <LiveSnapshot assessmentId={work.assessment_id} />
                {work.assessment_status !== 'finished' && <AssessmentSnapshot id={work.assessment_id} />}
              </div>
            )}
          </TabPanel>
        ) : (
          <TabPanel name={NAME} id="students" className={styles.split}>
            {!list.data ? (
              <div className={styles.page}>
                {list.error ? <LoadFailed error={list.error} pending={list.isFetching} onRetry={() => void list.refetch()} /> : <SkeletonText lines={8} />}
              </div>
            ) : rows.length === 0 ? (
              <EmptyState title={t('openWork.noStudents')}>{t('openWork.noStudentsHint')}</EmptyState>
            ) : (
              <StudentWorks courseId={courseId} work={list.data.work} rows={rows} isClosed={closed !== null} chosen={chosen} onChoose={setChosen} />
            )}
          </TabPanel>
        )}
      </Stack>
    </FullDialog>
  );
}
