import type { homeMonday, MondayView, WeekLesson } from '@classwright/contract/overview/home/calls';
import { computeGain, computeGainInterval, type MoveCounts } from '@classwright/rules/results/gain';
import { findWeekAdvice } from '@classwright/rules/results/week-advice';
import { formatFixed } from '@classwright/rules/round';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { api } from '../../../base/api.ts';
import { dayOn, timeOn } from '../../../base/dates.ts';
import { fullName } from '../../../base/full-name.ts';
import { inOneLine } from '../../../base/in-one-line.ts';
import { t } from '../../../base/t.ts';
import { useUser } from '../../../base/use-user.ts';
import { hasPage } from '../../../ui/page-menu/menu.ts';
import { percentOf as wholePercentOf } from '../../../ui/charts/marks.ts';
import { AppLink } from '../../../ui/plain/AppLink.tsx';
import { Button } from '../../../ui/plain/Button.tsx';
import { Card } from '../../../ui/plain/Card.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { IconChevronLeft, IconChevronRight } from '../../../ui/plain/icons.ts';
import { letterAt } from '../../../ui/plain/Letter.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { LoadingPlaceholder } from '../../../ui/plain/Skeleton.tsx';
import { Grid, Row, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import { reasonText } from '../../lesson/results/index.ts';
import styles from './Monday.module.css';
import { useHome } from './use-home.ts';

/** The most lessons of a week that are listed; the others are one press away. */
const MOST_LESSONS = 4;

/**
 * A week of a teacher's lessons and what it asks for: how they went, the wrong response that survived the discussion,
 * and for the newest week who needs attention now, what waits, and the next lesson. Each links to what it is about.
 * `first`: a day of the week that is shown at first; the default is the newest week with lessons.
 */
export function Monday({ first }: { first?: string | undefined }) {
  const [week, setWeek] = useState<string | undefined>(first);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['lessons', 'monday', week],
    queryFn: ({ signal }) => api<typeof homeMonday>('GET', '/home/monday', { query: week === undefined ? {} : { week }, signal }),
    placeholderData: keepPreviousData,
  });
  if (!data) return error && !isFetching ? <LoadFailed error={error} onRetry={() => void refetch()} /> : <LoadingPlaceholder height={220} />;
  const title = !data.week || data.week.is_this_week ? t('monday.thisWeek') : t('monday.weekOf', { day: dayOn(data.week.from) });
  // names and tasks of today say nothing about a week in the past
  const isNewest = !data.week?.later;
  return (
    <Card aria-labelledby="monday" aria-busy={isFetching} className={styles.monday}>
      <Row align="center" justify="between" gap={8} below={8}>
        <h2 id="monday" className={styles.title}>
          {title}
        </h2>
        {data.week && (
          <Row gap={4}>
            <Turn to={data.week.earlier} label={t('monday.earlier')} icon={IconChevronLeft} onWeek={setWeek} />
            <Turn to={data.week.later} label={t('monday.later')} icon={IconChevronRight} onWeek={setWeek} />
          </Row>
        )}
      </Row>
      {data.week ? <Lessons view={data} /> : <EmptyState title={t('monday.none')}>{t('monday.noneHint')}</EmptyState>}
      <Grid gap={16} className={styles.parts}>
        {isNewest && data.of === 'own' && <LookFirst attention={data.attention} />}
        <Stack gap={16}>
          {isNewest && data.of === 'own' && <Next next={data.next} />}
          {isNewest && data.of === 'own' && <Waits />}
          {data.week && <Survived survived={data.survived} />}
        </Stack>
      </Grid>
      {!isNewest && (
        <Row above={12}>
          <Button variant="link" onClick={() => setWeek(undefined)}>
            {t('monday.newest')}
          </Button>
        </Row>
      )}
    </Card>
  );
}

interface TurnProps {
  to: string | null;
  label: string;
  icon: typeof IconChevronLeft;
  onWeek: (week: string) => void;
}

const Turn = ({ to, label, icon, onWeek }: TurnProps) => (
  <IconButton icon={icon} label={label} disabled={to === null} onClick={() => to !== null && onWeek(to)} />
);

/** Returns a share as a whole percentage; "–" when nobody answered. */
const percentOf = (right: number, answered: number): string => (answered === 0 ? '–' : String(wholePercentOf(right, answered)));
const sum = (lessons: readonly WeekLesson[], key: Exclude<keyof WeekLesson, 'class_name' | 'title' | 'held_on'>): number =>
  lessons.reduce((total, lesson) => total + lesson[key], 0);

function Lessons({ view: { lessons, week } }: { view: MondayView }) {
  const { menus } = useUser();
  if (!week) return null;
  if (lessons.length === 0) return <p>{t('monday.noLessons')}</p>;
  const shown = lessons.length > MOST_LESSONS + 1 ? lessons.slice(0, MOST_LESSONS) : lessons;
  return (
    <>
      <p className={styles.sentence}>{sentenceOf(lessons)}</p>
      <Advice lessons={lessons} />
      <ul className={styles.lessons}>
        {shown.map((lesson) => (
          <li key={lesson.assessment_id}>
            <AppLink to={`/live-snapshot?assessment_id=${lesson.assessment_id}`} className={styles.lesson}>
              <Stack as="span" gap={2} shrinks>
                <b dir="auto">{lesson.title}</b>
                <Text as="span" size={13} tone="dimmed">
                  {inOneLine([lesson.class_name, dayOn(lesson.held_on)])}
                </Text>
              </Stack>
              <LessonShares lesson={lesson} />
            </AppLink>
          </li>
        ))}
      </ul>
      {shown.length < lessons.length && hasPage(menus, '/dashboard') && (
        <AppLink to={`/dashboard?tab=live-instructions&from=${week.from}&to=${week.to}&figure=total_sessions`}>
          {t('monday.allLessons', { count: lessons.length - shown.length })}
        </AppLink>
      )}
    </>
  );
}

/** Returns the week in one sentence: lessons, shares right, and the gain with its uncertainty. */
function sentenceOf(lessons: readonly WeekLesson[]): string {
  const count = lessons.length;
  const [alone, after] = [
    percentOf(sum(lessons, 'right_first'), sum(lessons, 'answered_first')),
    percentOf(sum(lessons, 'right_second'), sum(lessons, 'answered_second')),
  ];
  if (alone === '–' || after === '–') return t('monday.lessonsAsked', { count });
  const moves: MoveCounts = {
    kept_right: sum(lessons, 'kept_right'),
    wrong_to_right: sum(lessons, 'wrong_to_right'),
    right_to_wrong: sum(lessons, 'right_to_wrong'),
    kept_wrong: sum(lessons, 'kept_wrong'),
  };
  const transfer = percentOf(sum(lessons, 'right_transfer'), sum(lessons, 'answered_transfer'));
  const gain = computeGain(moves);
  return [
    t('monday.lessons', { count, alone, after }),
    ...(transfer === '–' ? [] : [t('monday.transfer', { share: transfer })]),
    ...(gain === null ? [] : [gainText(gain, moves)]),
  ].join(' ');
}

/** Returns the gain as a sentence, with its interval where it has one. */
function gainText(gain: number, moves: MoveCounts): string {
  const interval = computeGainInterval(moves);
  const words = { gain: formatFixed(gain, 2) };
  return interval ? t('monday.gainBetween', { ...words, low: formatFixed(interval.low, 2), high: formatFixed(interval.high, 2) }) : t('monday.gain', words);
}

/** Shows the one thing that the week's results ask for; nothing when they ask for none. */
function Advice({ lessons }: { lessons: readonly WeekLesson[] }) {
  const { rights } = useUser();
  const advice = findWeekAdvice(lessons);
  if (advice === null) return null;
  if (advice.kind === 'transfer')
    return (
      <p className={styles.advice}>
        {t('monday.advice.transfer')} {rights.includes('ideas:view') && <AppLink to="/ideas">{t('monday.advice.next')}</AppLink>}
      </p>
    );
  const { title, right_second, answered_second } = advice.lesson;
  return <p className={styles.advice}>{t('monday.advice.again', { title, share: percentOf(right_second, answered_second) })}</p>;
}

function LessonShares({ lesson }: { lesson: WeekLesson }) {
  const [alone, after] = [percentOf(lesson.right_first, lesson.answered_first), percentOf(lesson.right_second, lesson.answered_second)];
  const gain = computeGain(lesson);
  if (alone === '–' || after === '–') return null;
  return (
    <Stack as="span" gap={2} className={styles.shares}>
      <b dir="ltr" role="img" aria-label={t('monday.shareSaid', { alone, after })}>
        {t('monday.share', { alone, after })}
      </b>
      {gain !== null && (
        <Text as="span" size={13} tone="dimmed">
          {t('monday.gainOf', { gain: formatFixed(gain, 2) })}
        </Text>
      )}
    </Stack>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className={styles.part}>{title}</h3>
      {children}
    </section>
  );
}

function LookFirst({ attention: { names, total } }: Pick<MondayView, 'attention'>) {
  return (
    <Part title={t('monday.lookFirst')}>
      {names.length === 0 ? (
        <p>{t('monday.nobody')}</p>
      ) : (
        <ul className={styles.names}>
          {names.map(({ course_id, class_name, student }) => (
            <li key={`${course_id} ${student.account_id}`}>
              <AppLink to={`/class-attention/${course_id}`} dir="auto">
                {fullName(student)}
              </AppLink>
              <Text as="span" size={13} tone="dimmed">
                {inOneLine([class_name, student.reasons[0] && reasonText(student.reasons[0])])}
              </Text>
            </li>
          ))}
        </ul>
      )}
      {total > names.length && <AppLink to="/attention">{t('monday.allNames', { count: total })}</AppLink>}
    </Part>
  );
}

function Survived({ survived }: Pick<MondayView, 'survived'>) {
  const { rights, menus } = useUser();
  return (
    <Part title={t('monday.survived')}>
      {survived === null ? (
        <p>{t('monday.noneSurvived')}</p>
      ) : (
        <p className={styles.survived}>
          {survived.idea !== null && (
            <>
              {rights.includes('ideas:view') ? (
                <AppLink to={`/ideas?idea=${survived.idea_id}`} dir="auto">
                  {survived.idea}
                </AppLink>
              ) : (
                <b dir="auto">{survived.idea}</b>
              )}
              <br />
            </>
          )}
          <bdi>
            {t('monday.survivedText', {
              second: survived.second,
              answered: survived.answered_second,
              letter: letterAt(survived.place),
              response: survived.response,
              first: survived.first,
              before: survived.answered_first,
            })}
          </bdi>
          <br />
          <AppLink to={`/live-snapshot?assessment_id=${survived.assessment_id}`} dir="auto">
            {inOneLine([survived.question, survived.class_name])}
          </AppLink>
          {survived.idea === null && rights.includes('ideas:edit') && hasPage(menus, '/all-questions') && (
            <>
              <br />
              <AppLink to={`/all-questions?view=${survived.question_id}`}>{t('monday.nameIdea')}</AppLink>
            </>
          )}
        </p>
      )}
    </Part>
  );
}

/** Shows how much waits to be graded and to be returned; nothing for people who see no classwork. */
function Waits() {
  const { rights } = useUser();
  const staff = useHome().data?.staff;
  if (!staff?.list_path || !rights.includes('classwork:view')) return null;
  const { list_path, to_grade_total, to_return_total } = staff;
  return (
    <Part title={t('monday.waits')}>
      {to_grade_total + to_return_total === 0 && <p>{t('monday.nothingWaits')}</p>}
      <Row wrap gap={16} rowGap={4}>
        {to_grade_total > 0 && <AppLink to={`${list_path}&figure=turned_in_ungraded`}>{t('home.toGrade', { count: to_grade_total })}</AppLink>}
        {to_return_total > 0 && <AppLink to={`${list_path}&figure=to_return`}>{t('home.toReturn', { count: to_return_total })}</AppLink>}
      </Row>
    </Part>
  );
}

function Next({ next }: Pick<MondayView, 'next'>) {
  const { menus } = useUser();
  const canPlan = hasPage(menus, '/assessments');
  if (next === null)
    return (
      <Part title={t('monday.next')}>
        <p>
          {t('monday.noNext')} {canPlan && <AppLink to="/assessments?create=true">{t('monday.plan')}</AppLink>}
        </p>
      </Part>
    );
  const isIncomplete = next.missing.length > 0 && canPlan;
  return (
    <Part title={t('monday.next')}>
      <p>
        <AppLink to={isIncomplete ? `/assessments?edit=${next.assessment_id}` : `/teacher-live-learning?assessment_id=${next.assessment_id}`} dir="auto">
          {next.title}
        </AppLink>{' '}
        <Text as="span" size={13} tone="dimmed">
          {inOneLine([next.class_name, dayOn(next.schedule_date), next.start_time && timeOn(next.start_time)])}
        </Text>
      </p>
      <p>{next.missing.length === 0 ? t('monday.complete') : next.missing.map((what) => t(`monday.missing.${what}`)).join(' ')}</p>
    </Part>
  );
}
