import type { FileView } from '@classwright/contract/files';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { lazyScreen } from '../../../ui/plain/lazy-screen.tsx';
import { buttonClasses } from '../../../ui/plain/Button.tsx';
import { Dialog } from '../../../ui/plain/Dialog.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { IconDownload } from '../../../ui/plain/icons.ts';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { getFileWithUses } from '../calls.ts';
import { t } from '../t.ts';
import { UsedBy } from './UsedBy.tsx';
import styles from './view.module.css';

const PdfViewer = lazyScreen(
  () => import('./PdfViewer.tsx'),
  ({ PdfViewer: Viewer }) => Viewer,
);

export interface ViewDialogProps {
  fileId: number;
  /** What is known of it before it has come. */
  name: string;
  onClose: () => void;
}

/** A file on the screen: pictures, sounds, films and PDF pages. Its address is asked for anew, since addresses end. */
export function ViewDialog({ fileId, name, onClose }: ViewDialogProps) {
  const answer = useQuery({ queryKey: ['files', 'one', fileId], queryFn: ({ signal }) => getFileWithUses(fileId, signal), staleTime: 60_000 });
  const file = answer.data?.file;
  return (
    <Dialog
      opened
      width={980}
      shape="full"
      title={file?.name ?? name}
      onClose={onClose}
      footer={
        file && (
          <a className={buttonClasses()} href={file.url} download={file.name}>
            <IconDownload size={18} />
            {t('files.download')}
          </a>
        )
      }
    >
      <div className={styles.stage}>
        {answer.error && !answer.isFetching ? (
          <LoadFailed error={answer.error} onRetry={() => void answer.refetch()} />
        ) : file ? (
          <Shown file={file} />
        ) : (
          <SkeletonText lines={6} />
        )}
      </div>
      {answer.data?.file.can_delete && <UsedBy {...answer.data} />}
    </Dialog>
  );
}

function Shown({ file: { kind, name, url, is_shown } }: { file: FileView }) {
  const [hasFailed, setHasFailed] = useState(false);
  const onError = () => setHasFailed(true);
  if (hasFailed) return <EmptyState compact title={t('files.cannotLoad')} />;
  if (!is_shown) return <EmptyState compact title={t('files.cannotShow')} />;
  // what people upload has no captions of its own to offer
  switch (kind) {
    case 'image':
      return <img className={styles.picture} src={url} alt={name} onError={onError} />;
    case 'audio':
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      return <audio className={styles.sound} src={url} controls preload="metadata" aria-label={name} onError={onError} />;
    case 'video':
      // oxlint-disable-next-line jsx-a11y/media-has-caption
      return <video className={styles.film} src={url} controls playsInline preload="metadata" aria-label={name} onError={onError} />;
    case 'pdf':
      return <PdfViewer url={url} name={name} />;
  }
}
