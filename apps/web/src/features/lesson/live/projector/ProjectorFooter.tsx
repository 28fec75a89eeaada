import type { Form } from '@classwright/contract/lesson/live/forms';
import type { ProjectorRun } from '@classwright/contract/lesson/live/projector';
import { formatRemaining } from '@classwright/rules/live/time';
import { useStore } from '../../../../base/use-store.ts';
import { Box, Row, Text } from '../../../../ui/plain/layout/layout.tsx';
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

/** Returns what the class does next, which is true also after the right answer has been shown. */
function nextWords(form: Form, hasGroups: boolean, isRevealed: boolean) {
  if (hasGroups) return 'teach.wallNext.pairs';
  return form === 'Form - 2' && isRevealed ? 'teach.wallNext.revealed' : NEXT[form];
}

/** Shows the time left, the number of answers and, once the form is closed, what the class does next. `hasGroups`: the wall shows who talks to whom. */
export function ProjectorFooter({
  seconds,
  run: { form, closed, answered, of, correct },
  hasGroups,
}: Pick<ProjectorLesson, 'seconds'> & { run: ProjectorRun; hasGroups: boolean }) {
  const left = useStore(seconds);
  const isUp = closed || left === 0;
  return (
    <Row as="footer" fixed ground="canvas" className={styles.footer}>
      <Row className={styles.time} data-low={(!isUp && left < LAST_SECONDS) || undefined}>
        <IconClock size={64} className={styles.clockIcon} />
        <p>
          <Text as="span" weight={600} tone="dimmed" className={styles.timeLabel}>
            {t(isUp ? 'teach.timeUp' : 'teach.timeRemaining')}
          </Text>
          <span className={styles.clock} role="timer">
            {formatRemaining(closed ? 0 : left)}
          </span>
        </p>
      </Row>
      <Box grow shrinks className={styles.answered}>
        <p>
          <b>{answered}</b> {t('teach.answeredOf', { of })}
        </p>
        <span className={styles.track}>
          <span style={{ width: `${of > 0 ? Math.min(100, (100 * answered) / of) : 0}%` }} />
        </span>
      </Box>
      {closed && (
        <Text weight={650} grow shrinks className={styles.next}>
          {t(nextWords(form, hasGroups, correct !== null))}
        </Text>
      )}
    </Row>
  );
}
