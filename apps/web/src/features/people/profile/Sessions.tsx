import type { authSessionEnd, authSessionEndOthers, OwnSessionView } from '@classwright/contract/people/sign-in/calls';
import { useRef, useState } from 'react';
import { api, isApiError } from '../../../base/api.ts';
import { momentOf } from '../../../base/dates.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Chip } from '../../../ui/plain/Chip.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Grid, Text } from '../../../ui/plain/layout/layout.tsx';
import styles from './profile.module.css';
import { t } from '../../../base/t.ts';
import { useOwnSessions } from '../../../base/use-own-sessions.ts';

/** Lists the devices on which one is signed in, with a sign-out for each and for all others. */
export function Sessions() {
  const heading = useRef<HTMLHeadingElement>(null);
  const [ending, setEnding] = useState<number | 'others' | null>(null);
  const loaded = useOwnSessions();
  const end = async (which: number | 'others') => {
    setEnding(which);
    try {
      const { message } =
        which === 'others'
          ? await api<typeof authSessionEndOthers>('DELETE', '/auth/sessions')
          : await api<typeof authSessionEnd>('DELETE', '/auth/sessions/:id', { params: { id: which } });
      showSnack(message);
    } catch (failure) {
      // A session that has ended in the meantime is removed from the list as well.
      if (!isApiError(failure, 'NOT_FOUND')) showSnack(errorText(failure), { color: 'red' });
    }
    await loaded.refetch();
    setEnding(null);
    heading.current?.focus(); // the button that was pressed may be gone
  };
  const others = loaded.data?.sessions.filter(({ is_current }) => !is_current) ?? [];
  return (
    <Grid as="section" gap={16} items="start" bordered radius="lg" ground="surface" className={styles.form} aria-labelledby="sessions-title">
      <h2 id="sessions-title" ref={heading} tabIndex={-1}>
        {t('sessions.title')}
      </h2>
      {loaded.error && !loaded.data ? (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} pending={loaded.isFetching} />
      ) : !loaded.data ? (
        <SkeletonText lines={3} />
      ) : (
        <>
          <p>{others.length === 0 ? t('sessions.onlyHere') : t('sessions.about')}</p>
          <Grid as="ul" wide className={styles.sessions}>
            {loaded.data.sessions.map((session) => (
              <li key={session.id}>
                <div>
                  <b>{nameOf(session)}</b> {session.is_current && <Chip hue="green">{t('sessions.here')}</Chip>}
                  <Text as="span" size={14} tone="dimmed" className={styles.times}>
                    {t(session.is_wall ? 'sessions.wallSince' : 'sessions.since', { date: momentOf(session.signed_in_at) })} ·{' '}
                    {t('sessions.used', { date: momentOf(session.last_used_at) })}
                  </Text>
                </div>
                {!session.is_current && (
                  <Button
                    variant="subtle"
                    disabled={ending !== null && ending !== session.id}
                    pending={ending === session.id}
                    aria-label={
                      session.is_wall
                        ? t('sessions.endWall', { date: momentOf(session.signed_in_at) })
                        : t('sessions.endNamed', { device: nameOf(session), date: momentOf(session.signed_in_at) })
                    }
                    onClick={() => void end(session.id)}
                  >
                    {t(session.is_wall ? 'walls.disconnect' : 'sessions.end')}
                  </Button>
                )}
              </li>
            ))}
          </Grid>
          {others.length > 1 && (
            <Button disabled={ending !== null && ending !== 'others'} pending={ending === 'others'} onClick={() => void end('others')}>
              {t('sessions.endOthers')}
            </Button>
          )}
        </>
      )}
    </Grid>
  );
}

function nameOf({ browser, system, is_wall }: OwnSessionView): string {
  if (is_wall) return t('sessions.wall');
  return browser !== null && system !== null ? t('sessions.on', { browser, system }) : (browser ?? system ?? t('sessions.unknown'));
}
