import type { ReferenceList } from '@classwright/contract/core/reference-list';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { showSnack } from '../../app/snackbar.ts';
import { ConfirmDialog } from '../../ui/plain/ConfirmDialog.tsx';
import { errorText } from '../../ui/plain/error-text.ts';
import { Skeleton } from '../../ui/plain/Skeleton.tsx';
import { deleteRow, loadRow } from './list-calls.ts';
import styles from './lists.module.css';
import { say, t } from './t.ts';

/** Asks before a row goes, and says what depends on it. A refusal closes it too and is said in red. */
export function DeleteRowDialog({ list, id, onClose, onDeleted }: { list: ReferenceList; id: number; onClose: () => void; onDeleted: () => void }) {
  const [deleting, setDeleting] = useState(false);
  const { data, error } = useQuery({ queryKey: ['list', list.name, 'one', id], queryFn: ({ signal }) => loadRow(list, id, signal), gcTime: 0 });
  const remove = async () => {
    setDeleting(true);
    try {
      showSnack(await deleteRow(list, id));
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
      title={t('list.deleteConfirm', { thing: say(list.title.one) })}
      cancelLabel={t('common.cancel')}
      confirmLabel={deleting ? t('list.deleting') : t('common.ok')}
      onClose={onClose}
      onConfirm={remove}
    >
      {data ? (
        <>
          <p className={styles.deleted}>{String(data.row[list.naming] ?? '')}</p>
          <p>{data.dependents.length > 0 ? t('list.usedBy', { dependents: data.dependents.join(', ') }) : t('list.unused')}</p>
        </>
      ) : error ? (
        <p>{errorText(error)}</p>
      ) : (
        <Skeleton width="60%" />
      )}
    </ConfirmDialog>
  );
}
