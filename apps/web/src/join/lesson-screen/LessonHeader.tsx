import { computeRemainingSeconds, formatRemaining } from '@classwright/rules/live/time';
import { useEffect } from 'react';
import { IconClock } from '../../ui/plain/icons.ts';
import { PhaseChip, phaseLooks } from '../../ui/plain/PhaseChip.tsx';
import { Row, Stack, Text } from '../../ui/plain/layout/layout.tsx';
import { shareLeft } from '../../lesson/countdown.ts';
import { keepStoppedAt } from '../lesson/stopped-time.ts';
import { t } from '../../base/t.ts';
import styles from './LessonHeader.module.css';
import { useLesson, useMode, useModel, useOwnAnswer, usePhase, useSeconds } from './use-lesson.ts';

const LOW_SECONDS = 30;

/** Returns the displayed time: running, stopped by the answer, or ended. */
function useShownSeconds(): { seconds: number; stopped: boolean } {
  const epoch = useModel().known?.epoch;
  const phase = usePhase();
  const running = useSeconds();
  const own = useOwnAnswer(phase?.form);
  const isAnswered = useMode() === 'discussing' && own !== null;
  if (!phase || phase.closed || running === 0) return { seconds: 0, stopped: false };
  if (!isAnswered) return { seconds: running, stopped: false };
  return { seconds: keepStoppedAt(`${epoch} ${phase.form}`, own.atMs, computeRemainingSeconds(phase.deadlineAtMs, own.atMs)), stopped: true };
}

/** Shows class and title, the form, and the time left. Always in view. */
export function LessonHeader() {
  const { clock } = useLesson();
  const { assessment, openedAtMs } = useModel();
  const phase = usePhase();
  const { seconds, stopped } = useShownSeconds();
  const shown = formatRemaining(seconds);
  const isRunning = seconds > 0 && !stopped;
  const name = assessment ? `${assessment.class_name} · ${assessment.title}` : t('join.title');

  // The indicator of a running session, which disappears at 0:00 and once the answer is given.
  useEffect(() => {
    document.title = isRunning ? `${shown} · ${assessment?.title ?? t('join.title')}` : `${assessment?.title ?? t('join.title')} · Classwright`;
  }, [isRunning, shown, assessment?.title]);

  const openedAt = phase ? (openedAtMs[phase.form] ?? clock.now()) : 0;
  const share = phase && seconds > 0 ? shareLeft(openedAt, phase.deadlineAtMs, phase.deadlineAtMs - seconds * 1_000) : 0;
  const spoken = stopped
    ? t('join.timeStopped', { time: shown })
    : seconds >= 60
      ? t('join.timeLeft.minutes', { minutes: Math.floor(seconds / 60), seconds: seconds % 60 })
      : t('join.timeLeft.seconds', { seconds });
  return (
    <header className={styles.header}>
      <Row gap={16} align="start" justify="between" className={styles.row}>
        <Stack gap={4} align="start" shrinks>
          <Text as="h1" size={13} weight={500} tone="dimmed" clamp className={styles.name} title={name}>
            {name}
          </Text>
          {phase && <PhaseChip phase={phase.form} />}
        </Stack>
        <Stack gap={4} align="end" fixed>
          <Text as="span" size={12} weight={600} tone="dimmed" className={styles.eyebrow} aria-hidden>
            {t(stopped ? 'join.timeStoppedAt' : phase && seconds === 0 ? 'join.timeUp' : 'join.timeRemaining')}
          </Text>
          <Row
            as="span"
            inline
            gap={6}
            numbers
            className={styles.clock}
            role="timer"
            aria-label={`${t('join.timeRemaining')}: ${spoken}`}
            data-stopped={!isRunning || undefined}
          >
            <IconClock size={22} stroke={2} />
            <span aria-hidden>{shown}</span>
          </Row>
        </Stack>
      </Row>
      <div className={styles.track} data-phase={seconds <= LOW_SECONDS ? 'low' : ((phase && phaseLooks[phase.form].token) ?? undefined)} aria-hidden>
        <i style={{ width: `${100 * share}%` }} />
      </div>
    </header>
  );
}
