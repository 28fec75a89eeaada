import type { liveRunning } from '@classwright/contract/lesson/live/calls';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { studentLesson } from '../../../base/addresses.ts';
import { api } from '../../../base/api.ts';
import { connectionStore } from '../../../base/realtime.ts';
import { t } from '../../../base/t.ts';
import { useStore } from '../../../base/use-store.ts';
import { buttonClasses } from '../../../ui/plain/Button.tsx';
import { IconArrowRight, IconBroadcast } from '../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { Ribbons } from '../../../ui/plain/Ribbons.tsx';
import { LoadingPlaceholder, Skeleton } from '../../../ui/plain/Skeleton.tsx';
import { Grid, Row } from '../../../ui/plain/layout/layout.tsx';
import { useChunk } from '../../../base/use-chunk.ts';
import card from './PageCard.module.css';
import own from './StudentHome.module.css';

// Everything below the lesson loads after it.
const loadLater = () => import('./student-sections.ts');

/** While the account's channel is down, the page polls at this interval. */
const FALLBACK_MS = 5000;

/**
 * A student's home page: the running lesson first, or a quiet card of the same name; then answers that were not
 * received, things to do, and past lessons. The page goes to a lesson that begins while it is open, also when it missed
 * the event: before it entered the account's channel, or while the socket was down.
 */
export function StudentHome() {
  const later = useChunk(loadLater);
  const connection = useStore(connectionStore);
  const { data, error, isFetching, isFetchedAfterMount, refetch } = useQuery({
    queryKey: ['lessons', 'running'],
    queryFn: ({ signal }) => api<typeof liveRunning>('GET', '/live/learning/running/assessment', { signal }),
    refetchInterval: connection.status === 'online' ? false : FALLBACK_MS,
  });
  /** True once this page has found that no lesson runs. */
  const sawNone = useRef(false);
  useEffect(() => {
    if (!data || !isFetchedAfterMount) return;
    const begins = sawNone.current && data.assessment;
    sawNone.current = !data.assessment; // the browser's way back from the lesson stays on this page
    if (begins) location.assign(studentLesson(begins.id));
  }, [data, isFetchedAfterMount]);
  if (!data) return error && !isFetching ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <Skeleton height={190} radius={16} />;
  const { assessment, last } = data;
  return (
    <>
      {assessment ? (
        <section className={own.running}>
          <Ribbons tone="white" />
          <Row as="p" gap={10} size={15} weight={650}>
            <span className={own.pulse} />
            {t('home.runningNow')}
          </Row>
          <h2>{assessment.title}</h2>
          <p>{`${assessment.class_name}, ${assessment.teacher_name}`}</p>
          <a className={buttonClasses({ variant: 'white', size: 'xl', wide: true })} href={studentLesson(assessment.id)}>
            {t('home.join')}
            <IconArrowRight size={20} stroke={2.2} />
          </a>
        </section>
      ) : (
        <a className={card.pageCard} href={studentLesson()}>
          <Grid as="span" align="center" items="center" fixed className={card.quietIcon}>
            <IconBroadcast size={24} />
          </Grid>
          <span>
            <b>{t('home.liveLearning')}</b>
            <span>{t('home.nothingRuns')}</span>
            <span>{t('home.nothingRunsHint')}</span>
          </span>
          <IconArrowRight size={20} />
        </a>
      )}
      {later && <later.RefusedAnswers running={assessment?.id ?? null} />}
      {later && !assessment && <later.OpenConsents />}
      {later ? <later.StudentToDo /> : <LoadingPlaceholder height={150} />}
      {later && <later.UnfinishedAssessments />}
      {later && <later.PathsCard />}
      {later && <later.AnnouncementsCard />}
      {last && (later ? <later.PastLessons last={last.assessment_id} /> : <LoadingPlaceholder height={120} />)}
    </>
  );
}
