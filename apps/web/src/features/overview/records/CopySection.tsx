import type { recordCopyCreate, recordCopyList, RecordCopyView } from '@classwright/contract/overview/records/calls';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../../base/api.ts';
import { sizeText } from '../../school/files/index.ts';
import { momentOf } from '../../../base/dates.ts';
import { openDownload } from '../../../base/open-download.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { t } from '../../../base/t.ts';
import { errorText } from '../../../ui/plain/error-text.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { Grid, Stack, Text } from '../../../ui/plain/layout/layout.tsx';
import styles from './records.module.css';

/** The interval at which the list is read again while a copy is being made. */
const READ_AGAIN_MS = 3_000;

/**
 * Shows the copies of a person's data with a button to make one. Without `account` they are one's own; otherwise they are
 * those of a person whose data one may export.
 */
export function CopySection({ account }: { account?: { id: number; name: string } }) {
  const [isStarting, setStarting] = useState(false);
  const asked = account === undefined ? {} : { account_id: account.id };
  const loaded = useQuery({
    queryKey: ['record-copies', account?.id ?? 'own'],
    queryFn: async ({ signal }) => (await api<typeof recordCopyList>('GET', '/record-copies', { query: asked, signal })).copies,
    refetchInterval: ({ state }) => (state.data?.some((copy) => copy.state === 'waiting') ? READ_AGAIN_MS : false),
  });
  const make = async () => {
    setStarting(true);
    try {
      showSnack((await api<typeof recordCopyCreate>('POST', '/record-copies', { body: asked })).message);
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    }
    await loaded.refetch();
    setStarting(false);
  };
  return (
    <Grid as="section" gap={16} items="start" bordered radius="lg" ground="surface" className={styles.section} aria-labelledby="copies-title">
      <h2 id="copies-title">{account === undefined ? t('records.title') : t('records.titleOf', { name: account.name })}</h2>
      <p>{t(account === undefined ? 'records.about' : 'records.aboutOf')}</p>
      <Button pending={isStarting} disabled={loaded.data?.some(({ state }) => state === 'waiting')} onClick={() => void make()}>
        {isStarting ? t('records.making') : t('records.make')}
      </Button>
      {loaded.error && !loaded.data ? (
        <LoadFailed error={loaded.error} onRetry={() => void loaded.refetch()} pending={loaded.isFetching} />
      ) : !loaded.data ? (
        <SkeletonText lines={2} />
      ) : loaded.data.length === 0 ? (
        <Text tone="dimmed" size={14}>
          {t('records.none')}
        </Text>
      ) : (
        <Grid as="ul" wide className={styles.copies}>
          {loaded.data.map((copy) => (
            <Copy key={copy.id} copy={copy} />
          ))}
        </Grid>
      )}
    </Grid>
  );
}

function Copy({ copy }: { copy: RecordCopyView }) {
  const date = momentOf(copy.asked_at);
  const download = () =>
    openDownload(`/api/record-copies/${copy.id}/download`).catch((error: unknown) => showSnack(errorText(error), { color: 'red', timeout: 10_000 }));
  return (
    <li>
      <Stack shrinks>
        <b>{date}</b>
        <Text as="span" size={14} tone="dimmed">
          {copy.state === 'ready'
            ? t('records.state.ready', { size: sizeText(copy.bytes ?? 0), date: momentOf(copy.ends_at ?? copy.asked_at) })
            : t(`records.state.${copy.state}`)}
        </Text>
        {copy.state === 'ready' && !copy.is_own_request && (
          <Text as="span" size={14}>
            {t('records.byOther')}
          </Text>
        )}
      </Stack>
      {copy.state === 'ready' && copy.is_own_request && (
        <Button variant="light" aria-label={t('records.downloadNamed', { date })} onClick={() => void download()}>
          {t('records.download')}
        </Button>
      )}
    </li>
  );
}
