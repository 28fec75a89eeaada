import type { ReferenceList } from '@classwright/contract/core/reference-list';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useUser } from '../../../base/use-user.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { Dialog } from '../../../ui/plain/Dialog.tsx';
import { ConfirmDialog } from '../../../ui/plain/ConfirmDialog.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { Skeleton } from '../../../ui/plain/Skeleton.tsx';
import { Text } from '../../../ui/plain/layout/layout.tsx';
import { deleteRow, loadRow, restoreRow } from './list-calls.ts';
import { messageOf, t } from './t.ts';

/**
 * Confirms before a row is deleted. If the row is in use, it lists the uses and offers no delete. An error closes it
 * and appears in red.
 */
export function DeleteRowDialog({ list, id, onClose, onDeleted }: { list: ReferenceList; id: number; onClose: () => void; onDeleted: () => void }) {
  const [deleting, setDeleting] = useState(false);
  const { data, error } = useQuery({ queryKey: ['list', list.name, 'one', id], queryFn: ({ signal }) => loadRow(list, id, signal), gcTime: 0 });
  const mayRestore = useUser().rights.includes(`${list.resource}:${list.deletion === 'archive' ? 'purge' : 'delete'}`);
  const restore = async () => {
    const { message } = await restoreRow(list, id);
    onDeleted();
    return message;
  };
  const remove = async () => {
    setDeleting(true);
    try {
      showSnack(await deleteRow(list, id), mayRestore ? { undo: restore } : {});
      onDeleted();
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    }
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
    <ConfirmDialog
      opened
      danger
      width={500}
      title={title}
      cancelLabel={t('common.cancel')}
      confirmLabel={deleting ? t('list.deleting') : t('common.ok')}
      onClose={onClose}
      onConfirm={remove}
    >
      {data ? (
        <>
          <Text weight={600} breaks below={4}>
            {String(data.row[list.naming] ?? '')}
          </Text>
          <p>{t('list.unused')}</p>
        </>
      ) : error ? (
        <p>{errorText(error)}</p>
      ) : (
        <Skeleton width="60%" />
      )}
    </ConfirmDialog>
  );
}
