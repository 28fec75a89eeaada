import { computeMinutesLeft } from '@classwright/rules/live/minutes-left';
import { useEffect, useState } from 'react';
import { timeOf } from '../../../../base/dates.ts';
import { endOfSchedule } from '../../../../base/special-dates.ts';
import { t } from '../../../../base/t.ts';
import { Row } from '../../../../ui/plain/layout/layout.tsx';
import { useLive, useModel } from '../use-live.ts';
import styles from './Cards.module.css';

const LOOK_EVERY_MS = 10_000;
/** The times before the planned end and after it in which the desk says what is left. */
const PLAN_MS = { before: 3 * 3_600_000, after: 30 * 60_000 };

/**
 * Says what the planned end leaves for the next form, and proposes minutes where those that are set do not fit. Nothing
 * acts without a press.
 */
export function EndsAt({
  minutes,
  opened,
  openUntilMs,
  onMinutes,
}: {
  minutes: number;
  /** The number of opened forms. */
  opened: number;
  openUntilMs: number | null;
  onMinutes: (minutes: number) => void;
}) {
  const schedule = useModel((model) => model.assessment?.schedule_time);
  const nowMs = useNow();
  const endsAtMs = schedule ? endOfSchedule(schedule) : null;
  if (endsAtMs === null || endsAtMs - nowMs > PLAN_MS.before || nowMs - endsAtMs > PLAN_MS.after) return null;
  // A teacher who opens a lesson after its hour has another hour in mind.
  if (opened === 0 && nowMs >= endsAtMs) return null;
  const plan = computeMinutesLeft({ endsAtMs, nowMs, openUntilMs, opened, minutes });
  if (!plan) return null;
  const { form, left, needs, proposal } = plan;
  const time = timeOf(endsAtMs);
  return (
    <Row gap={8} justify="between" size={12} leading={1.35} tone="dimmed">
      <span>
        {proposal === null
          ? t('teach.endsAt.none', { time, form })
          : needs > left
            ? t('teach.endsAt.tight', { time, count: left })
            : t('teach.endsAt', { time, count: left })}
      </span>
      {proposal !== null && needs > left && (
        <button type="button" className={styles.adjust} onClick={() => onMinutes(proposal)} aria-label={t('teach.endsAt.set', { form, minutes: proposal })}>
          {t('teach.endsAt.propose', { minutes: proposal })}
        </button>
      )}
    </Row>
  );
}

/** Returns the server's time, a few times a minute. */
function useNow(): number {
  const { clock } = useLive().lesson;
  const [nowMs, setNow] = useState(() => clock.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(clock.now()), LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [clock]);
  return nowMs;
}
