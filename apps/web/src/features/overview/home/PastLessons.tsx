import { useState } from 'react';
import { studentLesson } from '../../../base/addresses.ts';
import { dayOf } from '../../../base/dates.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { IconArrowRight } from '../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { LoadingPlaceholder } from '../../../ui/plain/Skeleton.tsx';
import { Box } from '../../../ui/plain/layout/layout.tsx';
import styles from './Home.module.css';
import own from './StudentHome.module.css';
import { t } from './student-home-t.ts';
import { usePastLessons } from './use-past-lessons.ts';

const FIRST = 5;
const MORE = 20;
/** The maximum that one call returns. */
const MOST = 200;

/** Lists finished lessons, each with the student's answers and the right ones. */
export function PastLessons({ last }: { last: number | null }) {
  const [count, setCount] = useState(FIRST);
  const past = usePastLessons(last, count);
  if (!past.data)
    return past.error && !past.isFetching ? <LoadFailed error={past.error} onRetry={() => void past.refetch()} /> : <LoadingPlaceholder height={120} />;
  const { data, pagination } = past.data;
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="past-lessons">
      <h2 id="past-lessons" className={styles.heading}>
        {t('home.pastLessons')}
      </h2>
      <Box as="ul">
        {data.map((lesson) => (
          <li key={lesson.assessment_id}>
            <a className={own.last} href={studentLesson(lesson.assessment_id)}>
              <span>
                <b>{lesson.title}</b>
                <span>{`${lesson.class_name} · ${t('home.finishedOn', { date: dayOf(lesson.finished_at) })}`}</span>
              </span>
              <IconArrowRight size={20} />
            </a>
          </li>
        ))}
      </Box>
      {pagination.total > data.length && data.length < MOST && (
        <Button size="l" className={own.more} pending={past.isFetching} onClick={() => setCount(Math.min(MOST, count + MORE))}>
          {t('home.morePastLessons')}
        </Button>
      )}
    </section>
  );
}
