import { shortName } from '@classwright/contract/file-kinds';
import { IconButton } from '../../../ui/plain/IconButton.tsx';
import { IconAlertTriangle, IconCircleCheck, IconReload, IconWifiOff, IconX } from '../../../ui/plain/icons.ts';
import styles from '../files.module.css';
import { sizeText } from '../size-text.ts';
import { t } from '../t.ts';
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

/** Each upload with its progress; those under way can be given up, those that failed tried again. */
export function UploadList({ uploads }: { uploads: Uploads }) {
  if (uploads.items.length === 0) return null;
  return (
    <ul className={styles.uploads} aria-label={t('files.uploads')}>
      {uploads.items.map((item) => (
        <UploadRow key={item.id} item={item} uploads={uploads} />
      ))}
    </ul>
  );
}

function UploadRow({ item, uploads }: { item: UploadItem; uploads: Uploads }) {
  const hasFailed = item.state === 'refused' || item.state === 'failed';
  const isOver = hasFailed || item.state === 'done';
  const Icon = hasFailed ? IconAlertTriangle : item.state === 'done' ? IconCircleCheck : item.state === 'offline' ? IconWifiOff : null;
  const name = shortName(item.name);
  return (
    <li className={styles.upload} data-state={item.state}>
      <span className={styles.uploadWords}>
        <span title={item.name}>{name}</span> <small>{sizeText(item.byteSize)}</small>
        {!isOver && <progress max={100} value={percentOf(item)} aria-label={item.name} />}
        <span className={styles.uploadState} role={hasFailed ? 'alert' : 'status'}>
          {Icon && <Icon size={16} />}
          {stateWords(item)}
        </span>
      </span>
      {item.state === 'failed' && <IconButton icon={IconReload} label={t('files.retryOne', { name })} onClick={() => uploads.retry(item.id)} />}
      <IconButton icon={IconX} label={t(isOver ? 'files.dismissOne' : 'files.cancelOne', { name })} onClick={() => uploads.remove(item.id)} />
    </li>
  );
}
