import type { liveRunning } from '@classwright/contract/live';
import { useQuery } from '@tanstack/react-query';
import { studentLesson } from '../../app/addresses.ts';
import { api } from '../../app/api.ts';
import { dayOf } from '../../app/dates.ts';
import { connectionStore } from '../../app/realtime.ts';
import { t } from './t.ts';
import { useStore } from '../../app/use-store.ts';
import { buttonClasses } from '../../ui/plain/Button.tsx';
import { Card } from '../../ui/plain/Card.tsx';
import { IconArrowRight, IconBroadcast } from '../../ui/plain/icons.ts';
import { LoadFailed } from '../../ui/plain/LoadFailed.tsx';
import { Ribbons } from '../../ui/plain/Ribbons.tsx';
import { Skeleton } from '../../ui/plain/Skeleton.tsx';
import styles from './Home.module.css';

/** While the account's channel is down, the page asks by itself. */
const FALLBACK_MS = 5000;

/** The running lesson has the first place; else there is a quiet card with the last lesson's summary. */
export function StudentHome() {
  const connection = useStore(connectionStore);
  const running = useQuery({
    queryKey: ['lessons', 'running'],
    queryFn: ({ signal }) => api<typeof liveRunning>('GET', '/live/learning/running/assessment', { signal }),
    refetchInterval: connection.status === 'online' ? false : FALLBACK_MS,
  });
  if (!running.data)
    return running.error && !running.isFetching ? (
      <LoadFailed error={running.error} onRetry={() => void running.refetch()} />
    ) : (
      <Skeleton height={190} radius={16} />
    );
  const { assessment, last } = running.data;
  return (
    <>
      {assessment ? (
        <section className={styles.running}>
          <Ribbons tone="white" />
          <p className={styles.now}>
            <span className={styles.pulse} />
            {t('home.runningNow')}
          </p>
          <h2>{assessment.title}</h2>
          <p>{`${assessment.class_name}, ${assessment.teacher_name}`}</p>
          <a className={buttonClasses({ variant: 'white', size: 'xl', wide: true })} href={studentLesson(assessment.id)}>
            {t('home.join')}
            <IconArrowRight size={20} stroke={2.2} />
          </a>
        </section>
      ) : (
        <Card className={styles.quiet}>
          <span className={styles.quietIcon}>
            <IconBroadcast size={24} />
          </span>
          <div>
            <h2>{t('home.nothingRuns')}</h2>
            <p>{t('home.nothingRunsHint')}</p>
          </div>
        </Card>
      )}
      {last && (
        <section aria-labelledby="last-lesson">
          <h2 id="last-lesson" className={styles.heading}>
            {t('home.summary')}
          </h2>
          <a className={styles.last} href={studentLesson(last.assessment_id)}>
            <span>
              <b>{last.title}</b>
              <span>{`${last.class_name} · ${t('home.finishedOn', { date: dayOf(last.finished_at) })}`}</span>
            </span>
            <IconArrowRight size={20} />
          </a>
        </section>
      )}
    </>
  );
}
