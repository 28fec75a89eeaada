import { shortName } from '@classwright/contract/school/files/file-kinds';
import { useState } from 'react';
import { dayOf } from '../../../../base/dates.ts';
import { showSnack } from '../../../../base/snackbar.ts';
import { Button } from '../../../../ui/plain/Button.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { IconButton } from '../../../../ui/plain/IconButton.tsx';
import { IconAlertTriangle, IconCircleCheck, IconReload, IconWifiOff, IconX } from '../../../../ui/plain/icons.ts';
import { Row, Stack, Text } from '../../../../ui/plain/layout/layout.tsx';
import { deleteFile } from '../calls.ts';
import styles from '../files.module.css';
import { sizeText } from '../size-text.ts';
import { t } from '../../../../base/t.ts';
import type { UploadItem } from './upload-queue.ts';
import type { Uploads } from './use-uploads.ts';

const percentOf = ({ sentBytes, byteSize }: UploadItem): number => (byteSize === 0 ? 0 : Math.floor((100 * sentBytes) / byteSize));

function stateWords(item: UploadItem): string {
  switch (item.state) {
    case 'waiting':
      return t('files.waiting');
    case 'sending':
      return t('files.sending', { percent: percentOf(item) });
    case 'offline':
      return t('files.offline', { percent: percentOf(item) });
    case 'checking':
      return t('files.checking');
    case 'done':
      return t('files.done');
    case 'refused':
    case 'failed':
      return item.fault ?? '';
  }
}

/**
 * Shows each upload with its progress; running ones can be canceled, failed ones retried. With `onSame`, a file whose
 * bytes existed already says so and offers the earlier file instead.
 */
export function UploadList({ uploads, onSame }: { uploads: Uploads; onSame?: (copy: NonNullable<UploadItem['copy']>) => void }) {
  if (uploads.items.length === 0) return null;
  return (
    <Stack as="ul" aria-label={t('files.uploads')}>
      {uploads.items.map((item) => (
        <UploadRow key={item.id} item={item} uploads={uploads} {...(onSame && { onSame })} />
      ))}
    </Stack>
  );
}

function UploadRow({ item, uploads, onSame }: { item: UploadItem } & Parameters<typeof UploadList>[0]) {
  const hasFailed = item.state === 'refused' || item.state === 'failed';
  const isOver = hasFailed || item.state === 'done';
  const Icon = hasFailed ? IconAlertTriangle : item.state === 'done' ? IconCircleCheck : item.state === 'offline' ? IconWifiOff : null;
  const name = shortName(item.name);
  const { copy } = item;
  const [pending, setPending] = useState(false);
  const keepEarlier = async (chosen: NonNullable<typeof copy>) => {
    setPending(true);
    try {
      await deleteFile(chosen.made.id);
      onSame?.(chosen);
      uploads.remove(item.id);
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    } finally {
      setPending(false);
    }
  };
  return (
    <Row as="li" gap={8} className={styles.upload} data-state={item.state}>
      <Text as="span" grow shrinks breaks className={styles.uploadWords}>
        <span title={item.name}>{name}</span> <small>{sizeText(item.byteSize)}</small>
        {!isOver && <progress max={100} value={percentOf(item)} aria-label={item.name} />}
        <Row as="span" gap={5} size={13} tone="dimmed" className={styles.uploadState} role={hasFailed ? 'alert' : 'status'}>
          {Icon && <Icon size={16} />}
          {stateWords(item)}
        </Row>
        {copy && onSame && (
          <Row as="span" wrap gap={12} rowGap={6} size={13} above={4} role="status">
            {t('files.same', { name: shortName(copy.of.name), date: dayOf(copy.of.created_at) })}
            {copy.made.can_delete && (
              <Button size="s" pending={pending} onClick={() => void keepEarlier(copy)}>
                {t('files.useSame')}
              </Button>
            )}
          </Row>
        )}
      </Text>
      {item.state === 'failed' && <IconButton icon={IconReload} label={t('files.retryOne', { name })} onClick={() => uploads.retry(item.id)} />}
      <IconButton icon={IconX} label={t(isOver ? 'files.dismissOne' : 'files.cancelOne', { name })} onClick={() => uploads.remove(item.id)} />
    </Row>
  );
}
