import { useQuery } from '@tanstack/react-query';
import { showSnack } from '../../../../base/snackbar.ts';
import { ConfirmDialog } from '../../../../ui/plain/ConfirmDialog.tsx';
import { errorText } from '../../../../ui/plain/error-text.ts';
import { Skeleton } from '../../../../ui/plain/Skeleton.tsx';
import { deleteFile, getFileWithUses, runOnFiles } from '../calls.ts';
import { t } from '../../../../base/t.ts';
import { UsedBy } from '../view/UsedBy.tsx';

/**
 * A dialog that confirms deleting a file, and shows what uses it. If the server refuses, the dialog closes and the
 * reason is shown in red.
 */
export function DeleteFileDialog({ fileId, onClose, onDeleted }: { fileId: number; onClose: () => void; onDeleted: () => void }) {
  const { data, error } = useQuery({ queryKey: ['files', 'uses', fileId], queryFn: ({ signal }) => getFileWithUses(fileId, signal), gcTime: 0 });
  const remove = async () => {
    try {
      const undo = async () => {
        await runOnFiles('restore', [fileId], { ids: [], refused: [] });
        onDeleted();
        return t('files.undone');
      };
      showSnack(await deleteFile(fileId), { undo });
      onDeleted();
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    }
  };
  return (
    <ConfirmDialog
      opened
      danger
      width={500}
      title={t('files.delete.title')}
      cancelLabel={t('common.cancel')}
      confirmLabel={t('files.delete.confirm')}
      onClose={onClose}
      onConfirm={remove}
    >
      {data ? (
        <>
          <p>{t('files.delete.text', { name: data.file.name })}</p>
          <p>{data.dependents.length > 0 ? t('files.usedBy', { dependents: data.dependents.join(', ') }) : t('files.usedBy.none')}</p>
          {data.things.length > 0 && <UsedBy {...data} />}
        </>
      ) : error ? (
        <p>{errorText(error)}</p>
      ) : (
        <Skeleton width="60%" />
      )}
    </ConfirmDialog>
  );
}
