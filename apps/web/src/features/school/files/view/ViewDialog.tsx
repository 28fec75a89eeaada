import { useQuery } from '@tanstack/react-query';
import { buttonClasses } from '../../../../ui/plain/Button.tsx';
import { Dialog } from '../../../../ui/plain/Dialog.tsx';
import { IconDownload } from '../../../../ui/feature-icons/icons.ts';
import { LoadFailed } from '../../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../../ui/plain/Skeleton.tsx';
import { getFileWithUses } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import { FileShown } from './FileShown.tsx';
import { UsedBy } from './UsedBy.tsx';
import styles from './view.module.css';

export interface ViewDialogProps {
  fileId: number;
  /** The name to show before the file is loaded. */
  name: string;
  onClose: () => void;
}

/**
 * A dialog that shows a file: pictures, audio, videos and PDF pages. It requests a new address, since addresses expire.
 */
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
          <FileShown file={file} />
        ) : (
          <SkeletonText lines={6} />
        )}
      </div>
      {answer.data?.file.can_delete && <UsedBy {...answer.data} />}
    </Dialog>
  );
}
