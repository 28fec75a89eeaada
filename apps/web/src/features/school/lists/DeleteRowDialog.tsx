import type { ReferenceList } from '@classwright/contract/core/reference-list';
import { useQuery } from '@tanstack/react-query';
import { useUser } from '../../../base/use-user.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Dialog } from '../../../ui/plain/Dialog.tsx';
import { DeleteDialog } from '../../../ui/delete-dialog/DeleteDialog.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { Skeleton } from '../../../ui/plain/Skeleton.tsx';
import { Text } from '../../../ui/plain/layout/layout.tsx';
import { deleteRow } from './list-calls.ts';
import { loadRow, restoreRow } from './row-calls.ts';
import { t } from '../../../base/t.ts';
import { messageOf } from './message-of.ts';

/**
 * Confirms before a row is deleted. If the row is in use, it lists the uses and offers no delete. An error closes it
 * and appears in red.
 */
export function DeleteRowDialog({ list, id, onClose, onDeleted }: { list: ReferenceList; id: number; onClose: () => void; onDeleted: () => void }) {
  const { data, error } = useQuery({ queryKey: ['list', list.name, 'one', id], queryFn: ({ signal }) => loadRow(list, id, signal), gcTime: 0 });
  const mayRestore = useUser().rights.includes(`${list.resource}:${list.deletion === 'archive' ? 'purge' : 'delete'}`);
  const restore = async () => {
    const { message } = await restoreRow(list, id);
    onDeleted();
    return message;
  };
  const title = t('list.deleteConfirm', { thing: messageOf(list.title.one) });
  if (data && data.dependents.length > 0)
    return (
      <Dialog opened onClose={onClose} title={title} footer={<Button onClick={onClose}>{t('common.close')}</Button>}>
        <Text weight={600} breaks below={4}>
          {String(data.row[list.naming] ?? '')}
        </Text>
        <p>{t('list.usedBy', { dependents: data.dependents.join(', ') })}</p>
        <p>{t('list.inUseHint')}</p>
      </Dialog>
    );
  return (
    <DeleteDialog
      title={title}
      name={data ? String(data.row[list.naming] ?? '') : null}
      pendingLabel={t('list.deleting')}
      closesOnRefusal
      onClose={onClose}
      onDelete={async () => {
        showSnack(await deleteRow(list, id), mayRestore ? { undo: restore } : {});
        onDeleted();
      }}
    >
      {data ? <p>{t('list.unused')}</p> : error ? <p>{errorText(error)}</p> : <Skeleton width="60%" />}
    </DeleteDialog>
  );
}
