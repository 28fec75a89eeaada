import type { LessonCardView } from '@classwright/contract/lesson/live/views';
import type { liveLessons } from '@classwright/contract/lesson/live/calls';
import { Link } from '@tanstack/react-router';
import { api } from '../../../base/api.ts';
import { t } from '../../../base/t.ts';
import { DataTable, usePagedList, type Column, type ListState } from '../../../ui/data-table/index.ts';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { scheduleParts } from '../../../base/dates.ts';
import styles from './Lessons.module.css';
import { phaseLooks } from '../../../ui/plain/PhaseChip.tsx';
import { StatusChip } from '../../../ui/plain/StatusChip.tsx';
import { Text, Row } from '../../../ui/plain/layout/layout.tsx';

const PER_PAGE = 10;

const columns = (): readonly Column<LessonCardView>[] => [
  { key: 'title', header: t('lesson.name'), cell: (lesson) => lesson.title },
  { key: 'state', nowrap: true, header: t('lesson.state'), card: 'bare', cell: (lesson) => <State lesson={lesson} /> },
  { key: 'class', header: t('lesson.class'), cell: (lesson) => lesson.class_name },
  { key: 'teacher', header: t('lesson.teacher'), cell: (lesson) => lesson.teacher_name },
  {
    key: 'scheduled',
    header: t('lesson.scheduled'),
    card: 'bare',
    cell: (lesson) => <ScheduleText schedule={lesson.schedule_time} />,
  },
];

function State({ lesson }: { lesson: LessonCardView }) {
  if (lesson.running && lesson.form)
    return (
      <Chip hue={phaseLooks[lesson.form].hue} icon={phaseLooks[lesson.form].icon}>
        {t('lesson.running', { form: lesson.form })}
      </Chip>
    );
  if (lesson.status === 'finished') return <StatusChip status="finished" />;
  return lesson.is_today ? (
    <Chip hue="pink">{t('lesson.today')}</Chip>
  ) : (
    <Text as="span" tone="dimmed">
      {t('lesson.notStarted')}
    </Text>
  );
}

/** Lists lessons, running ones first. Each links to the teacher's live screen. */
export function LessonList({ state, onState }: { state: ListState; onState: (state: ListState) => void }) {
  const query = { page: state.page ?? 1, search_text: state.search_text ?? '', per_page: PER_PAGE };
  const list = usePagedList(['lessons', 'list'], query, (asked, signal) => api<typeof liveLessons>('GET', '/live/learning/lessons', { query: asked, signal }));
  return (
    <DataTable
      caption={t('home.liveLearning')}
      columns={columns()}
      rowKey={(lesson) => lesson.assessment_id}
      list={list}
      state={state}
      onState={onState}
      renderOpen={(lesson, words, className) => (
        <Link to="/teacher-live-learning" search={{ assessment_id: lesson.assessment_id }} className={className}>
          {words}
        </Link>
      )}
      empty={<EmptyState title={t('home.noLessons')}>{t('home.noLessonsHint')}</EmptyState>}
    />
  );
}

/** A lesson's date and times, each on one line. */
function ScheduleText({ schedule }: { schedule: LessonCardView['schedule_time'] }) {
  const parts = scheduleParts(schedule);
  if (parts.length === 0) return <>{t('lesson.notScheduled')}</>;
  return (
    <Row as="span" inline wrap align="stretch" className={styles.schedule}>
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
    </Row>
  );
}
