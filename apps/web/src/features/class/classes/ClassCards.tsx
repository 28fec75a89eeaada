import type { ClassCardView, classCards } from '@classwright/contract/lesson/results/class-cards';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { studentSnapshot } from '../../../base/addresses.ts';
import { api } from '../../../base/api.ts';
import { dayOn, timeOn } from '../../../base/dates.ts';
import { inOneLine } from '../../../base/in-one-line.ts';
import { t } from '../../../base/t.ts';
import { useUser } from '../../../base/use-user.ts';
import { RibbonPicture } from '../../../lesson/snapshot/ClassRibbon.tsx';
import { percentOf } from '../../../ui/charts/marks.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Card } from '../../../ui/plain/Card.tsx';
import { classes } from '../../../ui/plain/classes.ts';
import { Grid, Row, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { LoadingPlaceholder } from '../../../ui/plain/Skeleton.tsx';
import type { Course } from './calls.ts';
import { ClassMenu, type RowMeans } from './RowActions.tsx';
import styles from './lists.module.css';

interface CardsProps {
  rows: readonly Course[];
  means: RowMeans;
  isFresh: (row: Course) => boolean;
}

/** Asks for the figures on the cards, together with the classes. */
export const useCards = (isAsked: boolean) =>
  useQuery({
    queryKey: ['courses', 'cards'],
    queryFn: ({ signal }) => api<typeof classCards>('GET', '/results/class-cards', { signal }),
    enabled: isAsked,
  });

/** Shows classes as cards: how the last lesson went, the next one, what waits for a grade, and the ways into the class. */
export function ClassCards({ rows, means, isFresh }: CardsProps) {
  const { data, isPending } = useCards(true);
  // Without its figures a card would be lower, and all of them would move.
  if (isPending) return <LoadingPlaceholder height={220} />;
  return (
    <Grid as="ul" gap={16} className={styles.cards} aria-label={t('classes.title')}>
      {rows.map((course) => (
        <li key={course.id}>
          <ClassCard course={course} about={data?.data.find(({ course_id }) => course_id === course.id)} means={means} isFresh={isFresh(course)} />
        </li>
      ))}
    </Grid>
  );
}

function ClassCard({ course, about, means, isFresh }: { course: Course; about: ClassCardView | undefined; means: RowMeans; isFresh: boolean }) {
  const { id, name, section, room, level_name, standing } = course;
  const isStaff = standing === 'staff';
  return (
    <Card className={classes(styles.classCard, isFresh && styles.fresh)}>
      <Row gap={8} align="start" justify="between">
        <Stack gap={2} shrinks>
          <h2>
            <Link to={`/class-details/${id}` as '/home'}>
              <bdi>{name}</bdi>
            </Link>
          </h2>
          <Text size={13} tone="dimmed" breaks>
            {inOneLine([section, room, level_name ?? ''])}
          </Text>
        </Stack>
        <ClassMenu course={course} means={means} />
      </Row>
      {about && <LastLesson about={about} isStaff={isStaff} />}
      {about?.next && (
        <p>
          {t('classes.card.next')}{' '}
          {isStaff ? <AppLink to={`/teacher-live-learning?assessment_id=${about.next.assessment_id}`}>{about.next.title}</AppLink> : <b>{about.next.title}</b>}{' '}
          <Text as="span" size={13} tone="dimmed">
            {inOneLine([dayOn(about.next.schedule_date), about.next.start_time === null ? '' : timeOn(about.next.start_time)])}
          </Text>
        </p>
      )}
      <Row wrap gap={16} rowGap={4} align="baseline" className={styles.cardLinks}>
        {about && about.to_grade !== null && about.to_grade > 0 && <ToGrade id={id} count={about.to_grade} />}
        <Link to={`/class-classwork/${id}` as '/home'} aria-label={t('classes.act.of', { act: t('classes.act.work'), name })}>
          {t('classes.act.work')}
        </Link>
        {isStaff && (
          <>
            <Link to={`/class-gradebook/${id}` as '/home'} aria-label={t('classes.act.of', { act: t('classes.act.grades'), name })}>
              {t('classes.act.grades')}
            </Link>
            <Link to={`/class-people/${id}` as '/home'} aria-label={t('classes.act.of', { act: t('classes.act.people'), name })}>
              {t('classes.act.people')}
            </Link>
          </>
        )}
      </Row>
    </Card>
  );
}

function LastLesson({ about: { last }, isStaff }: { about: ClassCardView; isStaff: boolean }) {
  if (!last) return <Text tone="dimmed">{t('classes.card.noLesson')}</Text>;
  const percents = last.forms.map(({ right, answered }) => percentOf(right, answered));
  const to = isStaff ? `/live-snapshot?assessment_id=${last.assessment_id}` : studentSnapshot(last.assessment_id);
  return (
    <Stack gap={4}>
      {percents.length > 0 && <RibbonPicture percents={percents} className={styles.cardRibbon} />}
      <p>
        {t('classes.card.last')} <AppLink to={to}>{last.title}</AppLink>{' '}
        <Text as="span" size={13} tone="dimmed">
          {dayOn(last.held_on)}
        </Text>
      </p>
      {percents.length > 0 && (
        <Text size={13} tone="dimmed" numbers>
          {last.forms.map(({ form }, index) => t('classes.card.right', { form, percent: percents[index] ?? 0 })).join(' · ')}
        </Text>
      )}
    </Stack>
  );
}

/** Leads to exactly the submissions that wait for a grade, as far as the person sees their figures; else to the gradebook. */
function ToGrade({ id, count }: { id: number; count: number }) {
  const hasFigures = useUser().rights.includes('dashboard:view');
  return (
    <b>
      <AppLink to={hasFigures ? `/dashboard?tab=grade-book&figure=turned_in_ungraded&class=${id}` : `/class-gradebook/${id}?grade_status=Ungraded`}>
        {t('classes.card.toGrade', { count })}
      </AppLink>
    </b>
  );
}
