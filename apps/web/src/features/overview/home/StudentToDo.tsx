import type { HomeView } from '@classwright/contract/overview/home/calls';
import { dayOf, timeOf, timeOn } from '../../../base/dates.ts';
import { review as reviewAddress, soloLesson, studentLesson } from '../../../base/addresses.ts';
import { useUser } from '../../../base/use-user.ts';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { IconArrowBackUp, IconBroadcast, IconCalendar, IconClipboardList, IconClock, IconClockExclamation, IconMail } from '../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { LoadingPlaceholder } from '../../../ui/plain/Skeleton.tsx';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Text } from '../../../ui/plain/layout/layout.tsx';
import { HomeRow, HomeRows } from './HomeRow.tsx';
import styles from './HomeRow.module.css';
import { t } from '../../../base/t.ts';
import { useHome } from './use-home.ts';

type Student = NonNullable<HomeView['student']>;

/** Lists what a student has to do next: today's lessons, due work, and returned work. */
export function StudentToDo() {
  const { rights } = useUser();
  const home = useHome();
  if (!home.data)
    return home.error && !home.isFetching ? <LoadFailed error={home.error} onRetry={() => void home.refetch()} /> : <LoadingPlaceholder height={150} />;
  const { student, waiting } = home.data;
  if (!student) return null;
  const { due, due_total, returned, lessons, review, missed } = student;
  const hasPaths = rights.includes('std-classwork:view');
  if (due.length + returned.length + lessons.length + missed.length + waiting.invitations === 0 && !review)
    return (
      <EmptyState compact title={t('home.nothingToDo')}>
        {t('home.nothingToDoHint')}
      </EmptyState>
    );
  return (
    <>
      <Invitations count={waiting.invitations} />
      {lessons.length > 0 && (
        <HomeRows id="home-lessons" title={t('home.lessonsToday')}>
          {lessons.map((lesson) => (
            <HomeRow
              key={lesson.assessment_id}
              to={studentLesson(lesson.assessment_id)}
              icon={IconBroadcast}
              hue="pink"
              title={lesson.title}
              about={lesson.class_name}
              side={
                <Chip hue="amber" icon={IconClock}>
                  {[lesson.start_time, lesson.end_time]
                    .filter((time) => time !== null)
                    .map(timeOn)
                    .join(' – ') || t('home.lessonOfDay')}
                </Chip>
              }
            />
          ))}
        </HomeRows>
      )}
      {(review || missed.length > 0) && (
        <HomeRows id="home-stays" title={t('home.fromLessons')}>
          {review && (
            <HomeRow
              to={reviewAddress(review.id)}
              icon={IconBroadcast}
              hue="violet"
              title={t('review.card', { title: review.title })}
              about={t('review.cardHint', { class: review.class_name })}
            />
          )}
          {missed.map((lesson) => (
            <HomeRow
              key={lesson.assessment_id}
              to={soloLesson(lesson.assessment_id)}
              icon={IconBroadcast}
              hue="pink"
              title={t('solo.card', { title: lesson.title })}
              about={t('solo.cardHint', { class: lesson.class_name, count: lesson.minutes })}
            />
          ))}
        </HomeRows>
      )}
      {due.length > 0 && (
        <HomeRows id="home-due" title={t('home.toDo')} side={hasPaths && <AppLink to="/std-classwork">{t('home.openPaths')}</AppLink>}>
          {due.map((work) => (
            <HomeRow
              key={work.id}
              to={`/std-classwork?class=${work.course_id}&work=${work.id}`}
              icon={IconClipboardList}
              hue="blue"
              title={work.title}
              about={work.class_name}
              side={<DueChip {...work} />}
            />
          ))}
          {due_total > due.length && hasPaths && (
            <HomeRow to="/std-classwork" icon={IconClipboardList} title={t('home.moreDue', { count: due_total - due.length })} />
          )}
        </HomeRows>
      )}
      {returned.length > 0 && (
        <HomeRows id="home-returned" title={t('home.returned')}>
          {returned.map((work) => (
            <HomeRow
              key={work.notification_id}
              to={work.path}
              icon={IconArrowBackUp}
              hue="green"
              title={work.title}
              about={t('home.returnedOn', { class: work.class_name, date: dayOf(work.returned_at) })}
              side={
                work.points !== null &&
                work.max_points !== null && (
                  <Text as="span" weight={400} tone="dimmed" className={styles.points}>
                    {t('home.points', { points: work.points, max: work.max_points })}
                  </Text>
                )
              }
            />
          ))}
        </HomeRows>
      )}
    </>
  );
}

function DueChip({ when, due_at, has_time }: Student['due'][number]) {
  if (when === 'overdue')
    return (
      <Chip hue="red" icon={IconClockExclamation}>
        {t('home.overdue', { date: dayOf(due_at) })}
      </Chip>
    );
  if (when === 'today')
    return (
      <Chip hue="amber" icon={IconClock}>
        {has_time ? t('home.dueToday', { time: timeOf(due_at) }) : t('home.dueTodayAnyTime')}
      </Chip>
    );
  return <Chip icon={IconCalendar}>{dayOf(due_at)}</Chip>;
}

/** Shows that someone is invited to classes, with a link to the invitations. */
function Invitations({ count }: { count: number }) {
  const { rights } = useUser();
  if (count === 0 || !rights.includes('invitations:view')) return null;
  return (
    <HomeRows id="home-invitations" title={t('home.invitations', { count })}>
      <HomeRow to="/invitations" icon={IconMail} hue="violet" title={t('home.invitationsHint')} />
    </HomeRows>
  );
}
