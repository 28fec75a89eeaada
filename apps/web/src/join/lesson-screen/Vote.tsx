import type { liveVote, liveVoteCast, OwnVoteView } from '@classwright/contract/lesson/live/reasons';
import { LIVE_LIMITS } from '@classwright/rules/limits';
import type { LessonVote } from '@classwright/rules/live/lesson-state';
import { useEffect, useId, useRef, useState } from 'react';
import { isApiError } from '../../base/api.ts';
import { showSnack } from '../../base/snackbar.ts';
import { Card } from '../../ui/plain/Card.tsx';
import { errorText } from '../../ui/plain/error-text.ts';
import { IconCircleCheckFilled } from '../../ui/plain/icons.ts';
import { LoadFailed } from '../../ui/plain/LoadFailed.tsx';
import { Box, Row, Stack, Text } from '../../ui/plain/layout/layout.tsx';
import { ask } from '../../lesson/ask.ts';
import { useLoad } from '../../lesson/use-load.ts';
import { useSecondsTo } from '../../lesson/vote/use-seconds-to.ts';
import { VoteBars } from '../../lesson/vote/VoteBars.tsx';
import { Words } from '../../lesson/Words.tsx';
import { t } from '../../base/t.ts';
import choices from './Choices.module.css';
import styles from './Vote.module.css';
import { useLesson, useMode } from './use-lesson.ts';

/** The widest time after the end of a vote in which the phones of a class ask for its result. */
const SPREAD_MS = 1_500;

/** Asks the class which of two reasons convinces more, and shows the result once the time is up. */
export function Vote({ vote: { id, endsAtMs } }: { vote: LessonVote }) {
  const { assessmentId, clock } = useLesson();
  // A student who still writes with extra time is not asked yet. The vote is read again when that time ends (LIVE-105).
  const isWriting = useMode() !== 'discussing';
  const { value, problem, reload } = useLoad(`${id} ${isWriting}`, () =>
    ask<typeof liveVote>('GET', '/live/learning/reasons/vote', { query: { assessment_id: assessmentId } }),
  );
  const seconds = useSecondsTo(endsAtMs, clock);
  const place = useRef<HTMLElement>(null);
  const vote = value?.vote?.id === id ? value.vote : null;
  const isOver = vote?.is_over ?? false;
  useEffect(() => {
    if (isOver) return;
    const inMs = endsAtMs + LIVE_LIMITS.graceMs - clock.now() + 200 + Math.random() * SPREAD_MS;
    const timer = setTimeout(reload, Math.max(SPREAD_MS, inMs));
    return () => clearTimeout(timer);
  }, [isOver, value, endsAtMs, clock, reload]);
  const isHere = vote !== null;
  useEffect(() => {
    if (isHere && !document.activeElement?.matches('textarea, [contenteditable]')) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isHere]);
  if (problem && !vote) return <LoadFailed error={problem} onRetry={reload} />;
  if (!vote) return null;
  return (
    <Card ref={place} className={styles.card} aria-label={t('vote.title')}>
      <Row justify="between" gap={12}>
        <Text as="h2" size={16} weight={650} leading={1.3}>
          {t(isOver ? 'vote.result' : 'vote.title')}
        </Text>
        {!isOver && (
          <Text as="span" size={15} weight={600} fixed numbers role="timer">
            {seconds > 0 ? t('vote.seconds', { count: seconds }) : t('vote.collecting')}
          </Text>
        )}
      </Row>
      <p className="visually-hidden" role="status">
        {t(isOver ? 'vote.result' : 'vote.title')}
      </p>
      {isOver && vote.counts ? (
        <>
          {vote.convinced !== null && vote.convinced > 0 && (
            <Row as="p" gap={8} weight={600} className={styles.convinced}>
              <IconCircleCheckFilled size={20} />
              {t('vote.convinced', { count: vote.convinced })}
            </Row>
          )}
          <VoteBars
            reasons={[vote.reasons[0].comment, vote.reasons[1].comment]}
            counts={vote.counts}
            mine={vote.mine === null ? null : vote.reasons.findIndex((reason) => reason.id === vote.mine)}
          />
        </>
      ) : (
        <Ballot key={id} vote={vote} isClosed={seconds === 0} onRefused={reload} />
      )}
    </Card>
  );
}

/** The two reasons as radio buttons. The own one cannot be chosen. */
function Ballot({ vote, isClosed, onRefused }: { vote: OwnVoteView; isClosed: boolean; onRefused: () => void }) {
  const [mine, setMine] = useState(vote.mine);
  const [sent, setSent] = useState(vote.mine);
  const name = useId();
  async function choose(reason_id: number): Promise<void> {
    setMine(reason_id);
    try {
      await ask<typeof liveVoteCast>('POST', '/live/learning/reasons/vote', { body: { vote_id: vote.id, reason_id } });
      setSent(reason_id);
    } catch (error) {
      setMine((now) => (now === reason_id ? sent : now));
      showSnack(errorText(error), { color: 'red' });
      if (isApiError(error) && error.status > 0) onRefused();
    }
  }
  return (
    <Stack gap={10}>
      <Text size={14} leading={1.4} tone="dimmed">
        {t('vote.hint')}
      </Text>
      <Stack as="fieldset" gap={8} shrinks className={choices.choices} disabled={isClosed}>
        <legend className="visually-hidden">{t('vote.title')}</legend>
        {vote.reasons.map(({ id, comment, is_own }) => (
          <Row
            as="label"
            key={id}
            gap={12}
            leading={1.35}
            radius="lg"
            ground="surface"
            className={choices.choice}
            data-chosen={mine === id || undefined}
            data-own={is_own || undefined}
          >
            <input type="radio" name={name} checked={mine === id} disabled={is_own || comment === null} onChange={() => void choose(id)} />
            <Box grow shrinks>
              {comment ? <Words comment={comment} /> : t('vote.gone')}
              {is_own && (
                <Text size={13} weight={600} tone="dimmed" above={4}>
                  {t('vote.own')}
                </Text>
              )}
            </Box>
            {!is_own && (mine === id ? <IconCircleCheckFilled size={24} className={choices.check} /> : <span className={choices.radio} aria-hidden />)}
          </Row>
        ))}
      </Stack>
      <Text size={14} leading={1.4} tone="dimmed" role="status">
        {sent !== null && sent === mine && !isClosed && t('vote.sent')}
      </Text>
    </Stack>
  );
}
