import type { Form } from '@classwright/contract/forms';
import type { TallyView } from '@classwright/contract/live-views';
import type { LessonPhase } from '@classwright/rules/live/lesson-state';
import { formatRemaining } from '@classwright/rules/live/time';
import { useStore } from '../../../base/use-store.ts';
import { IconClock } from '../../../ui/plain/icons.ts';
import type { StaffLesson } from '../lesson/staff-lesson.ts';
import { t } from '../parts-t.ts';
import styles from './Projector.module.css';

const LAST_SECONDS = 30;
const NEXT: Record<Form, 'teach.wallNext.1A' | 'teach.wallNext.1B' | 'teach.wallNext.2'> = {
  'Form - 1A': 'teach.wallNext.1A',
  'Form - 1B': 'teach.wallNext.1B',
  'Form - 2': 'teach.wallNext.2',
};

/** The time that is left, how many have answered, and once the form is closed what the class does next. */
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
      {phase.closed && <p className={styles.next}>{t(NEXT[phase.form])}</p>}
    </footer>
  );
}
