import type { CallResult } from '@classwright/contract/core/endpoint';
import type { liveLessons } from '@classwright/contract/lesson/live/calls';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../../base/api.ts';
import { scheduleText } from '../../../base/dates.ts';
import { inOneLine } from '../../../base/in-one-line.ts';
import { buttonClasses } from '../../../ui/plain/Button.tsx';
import { Card } from '../../../ui/plain/Card.tsx';
import { IconArrowRight, IconBroadcast } from '../../../ui/plain/icons.ts';
import { PhaseChip } from '../../../ui/plain/PhaseChip.tsx';
import { LoadingPlaceholder } from '../../../ui/plain/Skeleton.tsx';
import { Grid } from '../../../ui/plain/layout/layout.tsx';
import styles from './NextLessons.module.css';
import card from './PageCard.module.css';
import { t } from '../../../base/t.ts';

/** The maximum number of today's lessons above the full list. */
const MOST = 3;

/**
 * Shows what is next: running lessons to return to, and today's lessons. Shows nothing on other days, since the list
 * below has the planned ones.
 */
export function NextLessons() {
  const { data, isPending } = useQuery({
    queryKey: ['lessons', 'next'],
    queryFn: ({ signal }) => api<typeof liveLessons>('GET', '/live/learning/lessons', { query: { per_page: MOST }, signal }),
  });
  if (isPending) return <LoadingPlaceholder />;
  return data?.data
    .filter((lesson) => lesson.running || (lesson.is_today && lesson.status !== 'finished'))
    .map((lesson, index) => <NextLesson key={lesson.assessment_id} lesson={lesson} isFirst={index === 0} />);
}

function NextLesson({ lesson, isFirst }: { lesson: CallResult<typeof liveLessons>['data'][number]; isFirst: boolean }) {
  return (
    <Card className={styles.next}>
      <Grid as="span" align="center" items="center" fixed className={card.quietIcon}>
        <IconBroadcast size={24} />
      </Grid>
      <div>
        <p className={styles.nextKind}>
          {t(lesson.running ? 'home.nextRunning' : 'home.nextToday')}
          {lesson.form && <PhaseChip phase={lesson.form} />}
        </p>
        <h2 dir="auto">{lesson.title}</h2>
        <p>{inOneLine([lesson.class_name, scheduleText(lesson.schedule_time)])}</p>
      </div>
      <Link
        to="/teacher-live-learning"
        search={{ assessment_id: lesson.assessment_id }}
        className={buttonClasses({ variant: isFirst ? 'filled' : 'default', size: 'm' })}
      >
        {t(lesson.running ? 'home.nextBack' : 'home.nextOpen')}
        <IconArrowRight size={18} stroke={2} />
      </Link>
    </Card>
  );
}
