import { useQuery } from '@tanstack/react-query';
import { showSnack } from '../../../../base/snackbar.ts';
import { DeleteDialog } from '../../../../ui/delete-dialog/DeleteDialog.tsx';
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
  const undo = async () => {
    await runOnFiles('restore', [fileId], { ids: [], refused: [] });
    onDeleted();
    return t('files.undone');
  };
  return (
    <DeleteDialog
      title={t('files.delete.title')}
      confirmLabel={t('files.delete.confirm')}
      closesOnRefusal
      onClose={onClose}
      onDelete={async () => {
        showSnack(await deleteFile(fileId), { undo });
        onDeleted();
      }}
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
    </DeleteDialog>
  );
}
