import type { LessonCardView } from '@classwright/contract/lesson/live/views';
import { scheduleParts } from '../../../base/dates.ts';
import { t } from '../../../base/t.ts';
import styles from './Lessons.module.css';

/** A lesson's date and times, each on one line. */
export function ScheduleText({ schedule }: { schedule: LessonCardView['schedule_time'] }) {
  const parts = scheduleParts(schedule);
  if (parts.length === 0) return <>{t('lesson.notScheduled')}</>;
  return (
    <span className={styles.schedule}>
      {parts.map((part) => (
        <span key={part}>{part}</span>
      ))}
    </span>
  );
}
