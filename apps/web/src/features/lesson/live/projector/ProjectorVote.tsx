import type { liveProjectorVote } from '@classwright/contract/lesson/live/reasons';
import { LIVE_LIMITS } from '@classwright/rules/limits';
import { useEffect, useState } from 'react';
import { api } from '../../../../base/api.ts';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { Grid, Stack } from '../../../../ui/plain/layout/layout.tsx';
import { createServerClock } from '../../../../lesson/clock.ts';
import { useLoad } from '../../../../lesson/use-load.ts';
import { useSecondsTo } from '../../../../lesson/vote/use-seconds-to.ts';
import { VoteBars } from '../../../../lesson/vote/VoteBars.tsx';
import { Words } from '../../../../lesson/Words.tsx';
import { t } from '../../../../base/t.ts';
import styles from './ProjectorVote.module.css';

/** The time after the last ballot at which the result is requested. */
const AFTER_MS = 300;

/** Shows the class two reasons without names, the seconds that are left, and the result once the vote has ended. */
export function ProjectorVote({ assessmentId, vote: { id, ends_at } }: { assessmentId: number; vote: { id: number; ends_at: string } }) {
  const [clock] = useState(createServerClock);
  const { value, reload } = useLoad(String(id), async () => {
    const sentAt = performance.now();
    const answer = await api<typeof liveProjectorVote>('GET', '/live/learning/projector/vote', { query: { assessment_id: assessmentId } });
    if (answer.vote) clock.observe(answer.vote.server_time, sentAt, performance.now());
    return answer;
  });
  const endsAtMs = Date.parse(ends_at);
  const seconds = useSecondsTo(endsAtMs, clock);
  const vote = value?.vote?.id === id ? value.vote : null;
  const isOver = vote?.is_over ?? false;
  useEffect(() => {
    if (isOver) return;
    const timer = setTimeout(reload, Math.max(1_000, endsAtMs + LIVE_LIMITS.graceMs + AFTER_MS - clock.now()));
    return () => clearTimeout(timer);
  }, [isOver, value, endsAtMs, clock, reload]);
  return (
    <Stack as="main" grow gap={24} className={styles.vote}>
      <h1 className={styles.title}>
        {t(isOver ? 'vote.result' : 'vote.title')}
        {!isOver && <span role="timer">{seconds > 0 ? t('vote.seconds', { count: seconds }) : t('vote.collecting')}</span>}
      </h1>
      {!vote ? (
        <SkeletonText lines={5} />
      ) : vote.counts ? (
        <div className={styles.result}>
          <VoteBars reasons={vote.reasons} counts={vote.counts} />
        </div>
      ) : (
        <Grid gap={24} className={styles.reasons}>
          {vote.reasons.map((comment, at) => (
            <blockquote key={at}>{comment ? <Words comment={comment} /> : t('vote.gone')}</blockquote>
          ))}
        </Grid>
      )}
    </Stack>
  );
}
