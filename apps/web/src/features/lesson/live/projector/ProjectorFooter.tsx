import type { Form } from '@classwright/contract/lesson/live/forms';
import type { ProjectorRun } from '@classwright/contract/lesson/live/projector';
import { formatRemaining } from '@classwright/rules/live/time';
import { useStore } from '../../../../base/use-store.ts';
import { IconClock } from '../../../../ui/plain/icons.ts';
import { t } from '../../../../base/t.ts';
import styles from './Projector.module.css';
import type { ProjectorLesson } from './projector-lesson.ts';

const LAST_SECONDS = 30;
const NEXT: Record<Form, 'teach.wallNext.1A' | 'teach.wallNext.1B' | 'teach.wallNext.2'> = {
  'Form - 1A': 'teach.wallNext.1A',
  'Form - 1B': 'teach.wallNext.1B',
  'Form - 2': 'teach.wallNext.2',
};

/** Shows the time left, the number of answers and, once the form is closed, what the class does next. */
export function ProjectorFooter({ seconds, run: { form, closed, answered, of } }: Pick<ProjectorLesson, 'seconds'> & { run: ProjectorRun }) {
  const left = useStore(seconds);
  const isUp = closed || left === 0;
  return (
    <footer className={styles.footer}>
      <div className={styles.time} data-low={(!isUp && left < LAST_SECONDS) || undefined}>
        <IconClock size={64} className={styles.clockIcon} />
        <p>
          <span className={styles.timeLabel}>{t(isUp ? 'teach.timeUp' : 'teach.timeRemaining')}</span>
          <span className={styles.clock} role="timer">
            {formatRemaining(closed ? 0 : left)}
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
      {closed && <p className={styles.next}>{t(NEXT[form])}</p>}
    </footer>
  );
}
