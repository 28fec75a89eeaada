import { LIVE_LIMITS } from '@classwright/rules/limits';
import { formatRemaining } from '@classwright/rules/live/time';
import { FORMS } from '@classwright/contract/lesson/live/forms';
import { timeOf } from '../../../../base/dates.ts';
import { phasesOf } from '../lesson/model.ts';
import { shareLeft } from '../../../../lesson/countdown.ts';
import { Card } from '../../../../ui/plain/Card.tsx';
import { classes } from '../../../../ui/plain/classes.ts';
import { IconButton } from '../../../../ui/plain/IconButton.tsx';
import { IconMinus, IconPlus } from '../../../../ui/plain/icons.ts';
import { Row, Stack, Text } from '../../../../ui/plain/layout/layout.tsx';
import { phaseLooks } from '../../../../ui/plain/PhaseChip.tsx';
import { t } from '../../../../base/t.ts';
import { EndsAt } from '../parts.ts';
import { useLive, useModel, usePending, usePhase, useSeconds, useStage } from '../use-live.ts';
import styles from './Cards.module.css';
import type { NextStep } from './next-step.ts';

/** Below this the bar turns amber. */
const LAST_SECONDS = 30;

/** The time of the running form with its controls, and the minutes of the next form below. */
export function TimeCard({
  minutes,
  next,
  onMinute,
  onMinutes,
  onCloseForm,
  onAdjust,
}: {
  minutes: number;
  next: NextStep | null;
  onMinute: (way: 'plus' | 'minus') => void;
  onMinutes: (minutes: number) => void;
  onCloseForm: () => void;
  onAdjust: () => void;
}) {
  const { actions, lesson } = useLive();
  const { clock } = lesson;
  const stage = useStage();
  const phase = usePhase();
  const left = useSeconds();
  const openedAtMs = useModel((model) => (phase ? model.openedAtMs[phase.form] : undefined));
  const opened = useModel((model) => phasesOf(model).length);
  const finishedAt = useModel((model) => model.summary?.finished_at ?? null);
  const isAdjusting = usePending('time');
  const form = phase?.form ?? FORMS[0];
  const isOpen = stage === 'running' && phase !== null && !phase.closed;
  const state = stage === 'ready' ? 'waiting' : !isOpen ? 'closed' : left === 0 ? 'closing' : 'running';
  const isLow = isOpen && left < LAST_SECONDS;
  const share = isOpen && phase && openedAtMs !== undefined ? shareLeft(openedAtMs, phase.deadlineAtMs, clock.now()) : stage === 'ready' ? 1 : 0;
  const opens = next?.opens ?? null;
  if (stage === 'finished') return <Finished at={finishedAt} />;
  return (
    <Card className={classes(styles.card, styles.time)} data-phase={phaseLooks[form].token} data-low={isLow || undefined}>
      <Row gap={12} justify="between" className={styles.between}>
        <Text as="h2" size={12} weight={600} tone="dimmed" nowrap className={styles.label}>
          {t('teach.time')}
        </Text>
        <Row as="span" gap={6} size={12} weight={600} nowrap className={styles.state} data-running={state === 'running' || undefined}>
          {t(`teach.state.${state}`, { form })}
        </Row>
      </Row>
      <Row gap={12} justify="between" className={styles.between}>
        <Text as="span" weight={650} numbers className={styles.clock} role="timer">
          {formatRemaining(stage === 'ready' ? minutes * 60 : left)}
        </Text>
        {stage === 'running' && (
          <Stack as="span" align="end" className={styles.running}>
            <Row as="span" gap={6}>
              <button
                type="button"
                className={styles.oneMore}
                onClick={() => void actions.adjustTime('increase', 1)}
                disabled={!isOpen}
                aria-busy={isAdjusting || undefined}
                aria-label={t('teach.oneMoreOf', { form })}
                title={isOpen ? undefined : t('teach.adjustClosed')}
              >
                {t('teach.oneMore')}
              </button>
              {isOpen && (
                <button type="button" className={styles.oneMore} onClick={onCloseForm} aria-label={t('teach.closeForm', { form })}>
                  {t('teach.closeNow')}
                </button>
              )}
            </Row>
            <button type="button" className={styles.adjust} onClick={onAdjust} disabled={!isOpen} title={isOpen ? undefined : t('teach.adjustClosed')}>
              {t('teach.adjust')}
            </button>
          </Stack>
        )}
      </Row>
      <span className={styles.track} data-thin>
        <span style={{ width: `${100 * share}%` }} />
      </span>
      <Row gap={12} justify="between" className={styles.between} data-next>
        <Row as="span" gap={6} size={12} weight={600} nowrap className={styles.state}>
          {opens ? t('teach.minutesSet', { form: opens, minutes }) : t('teach.ends')}
        </Row>
        <Row as="span" gap={6} align="stretch" className={styles.minutes}>
          {(['minus', 'plus'] as const).map((way) => {
            const isEnd = minutes === (way === 'minus' ? LIVE_LIMITS.minMinutes : LIVE_LIMITS.maxMinutes);
            const words = opens ? t(way === 'minus' ? 'teach.minuteLess' : 'teach.minuteMore', { form: opens }) : t('teach.noNextForm');
            return (
              <IconButton
                key={way}
                bordered
                icon={way === 'minus' ? IconMinus : IconPlus}
                iconSize={16}
                label={words}
                disabled={opens === null || isEnd}
                onClick={() => onMinute(way)}
              />
            );
          })}
        </Row>
      </Row>
      <EndsAt minutes={minutes} opened={opened} openUntilMs={isOpen && phase ? phase.deadlineAtMs : null} onMinutes={onMinutes} />
    </Card>
  );
}

/** Shows, after the lesson, when it ended. */
function Finished({ at }: { at: string | null }) {
  return (
    <Card className={styles.card}>
      <Text as="h2" size={12} weight={600} tone="dimmed" nowrap className={styles.label}>
        {t('teach.time')}
      </Text>
      <Text weight={650} numbers nowrap className={styles.value}>
        {at === null ? '–' : timeOf(at)}
      </Text>
      <Text size={12} leading={1.35} tone="dimmed" clamp className={styles.note}>
        {t('teach.state.finished')}
      </Text>
    </Card>
  );
}
