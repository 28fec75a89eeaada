import type { calendarFeedCreate, calendarFeedRevoke } from '@classwright/contract/class/calendar/calls';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { dayOf } from '../../../base/dates.ts';
import { queryClient } from '../../../base/query-client.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { useUser } from '../../../base/use-user.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Dialog } from '../../../ui/plain/Dialog.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { TextField } from '../../../ui/plain/Field.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { Skeleton } from '../../../ui/plain/Skeleton.tsx';
import { Grid, Row } from '../../../ui/plain/layout/layout.tsx';
import styles from './calendar.module.css';
import { t } from '../../../base/t.ts';
import { feedQuery } from './feed-query.ts';

/** A dialog to create, show once and revoke the private address for calendar apps. Without the right to subscribe, only to revoke it. */
export function FollowDialog({ onClose }: { onClose: () => void }) {
  const [url, setUrl] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const mayMake = useUser().rights.includes('calendar:subscribe');
  const feed = useQuery(feedQuery);
  const since = feed.data?.created_at ?? null;
  const act = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
      await queryClient.invalidateQueries({ queryKey: feedQuery.queryKey });
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red' });
    } finally {
      setBusy(false);
    }
  };
  const make = () => act(async () => setUrl((await api<typeof calendarFeedCreate>('POST', '/calendar/feed')).url));
  const revoke = () =>
    act(async () => {
      const { message } = await api<typeof calendarFeedRevoke>('DELETE', '/calendar/feed');
      setUrl(null);
      showSnack(message);
    });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url ?? '');
      showSnack(t('calendar.feedCopied'));
    } catch {
      showSnack(t('calendar.feedCopyFailed'), { color: 'red' });
    }
  };
  return (
    <Dialog
      opened
      width={560}
      title={t('calendar.follow')}
      onClose={onClose}
      footer={
        feed.data && (
          <>
            {since !== null && (
              <Button variant="danger" disabled={isBusy} onClick={() => void revoke()}>
                {t('calendar.feedRevoke')}
              </Button>
            )}
            {mayMake && (
              <Button variant="filled" pending={isBusy} onClick={() => void make()}>
                {since === null ? t('calendar.feedMake') : t('calendar.feedAgain')}
              </Button>
            )}
          </>
        )
      }
    >
      <Grid gap={12}>
        <p>{mayMake ? t('calendar.followHint') : t('calendar.feedOff')}</p>
        {feed.isError && !feed.data ? (
          <LoadFailed error={feed.error} onRetry={() => void feed.refetch()} pending={feed.isFetching} />
        ) : !feed.data ? (
          <Skeleton height={60} />
        ) : url !== null ? (
          <>
            <Row wrap gap={8} align="end" className={styles.address}>
              <TextField label={t('calendar.feedAddress')} value={url} readOnly dir="ltr" onFocus={({ target }) => target.select()} />
              <Button onClick={() => void copy()}>{t('calendar.feedCopy')}</Button>
            </Row>
            <p role="status">{t('calendar.feedOnce')}</p>
          </>
        ) : since === null ? (
          <p>{t('calendar.feedNone')}</p>
        ) : (
          <p>
            {t('calendar.feedSince', { day: dayOf(since) })} {mayMake && t('calendar.feedAgainHint')}
          </p>
        )}
      </Grid>
    </Dialog>
  );
}
