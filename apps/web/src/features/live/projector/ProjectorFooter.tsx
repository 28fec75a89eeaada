import type { TallyView } from '@classwright/contract/live-views';
import type { LessonPhase } from '@classwright/rules/live/lesson-state';
import { formatRemaining } from '@classwright/rules/live/time';
import { useStore } from '../../../app/use-store.ts';
import { IconClock } from '../../../ui/plain/icons.ts';
import type { StaffLesson } from '../lesson/staff-lesson.ts';
import { t } from '../t.ts';
import styles from './Projector.module.css';

const LAST_SECONDS = 30;

/** The time that is left, and how many have answered. */
export function ProjectorFooter({ lesson, phase, tally }: { lesson: StaffLesson; phase: LessonPhase; tally: TallyView | null }) {
  const left = useStore(lesson.seconds);
  const [answered, of] = [tally?.answered ?? 0, tally?.of ?? 0];
  const isUp = phase.closed || left === 0;
  return (
    <footer className={styles.footer}>
      <div className={styles.time} data-low={(!isUp && left < LAST_SECONDS) || undefined}>
        <IconClock size={64} className={styles.clockIcon} />
        <p>
          <span className={styles.timeLabel}>{t(isUp ? 'teach.timeUp' : 'teach.timeRemaining')}</span>
          <span className={styles.clock} role="timer">
            {formatRemaining(phase.closed ? 0 : left)}
          </span>
        </p>
      </div>
      <div className={styles.answered}>
        <p>
          <b>{answered}</b> {t('teach.answeredOf', { of })}
        </p>
        <span className={styles.track}>
          <span style={{ width: `${of > 0 ? Math.min(100, (100 * answered) / of) : 0}%` }} />
        </span>
      </div>
    </footer>
  );
}
