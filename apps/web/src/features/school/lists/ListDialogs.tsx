import type { ReferenceList } from '@classwright/contract/core/reference-list';
import { useQuery } from '@tanstack/react-query';
import { isApiError } from '../../../base/api.ts';
import type { ReferenceListSearch } from './search.ts';
import { Dialog } from '../../../ui/plain/Dialog.tsx';
import { LoadFailed } from '../../../ui/plain/LoadFailed.tsx';
import { SkeletonText } from '../../../ui/plain/Skeleton.tsx';
import { DeleteRowDialog } from './DeleteRowDialog.tsx';
import { type Row } from './list-calls.ts';
import { loadRow } from './row-calls.ts';
import { RowDialog } from './RowDialog.tsx';
import { AddManyDialog } from './many/AddManyDialog.tsx';
import { t } from '../../../base/t.ts';
import { messageOf } from './message-of.ts';
import type { Saved } from './use-row-form.ts';

interface ListDialogsProps {
  list: ReferenceList;
  search: ReferenceListSearch;
  may: (action: 'create' | 'edit' | 'delete') => boolean;
  /** The rows of the page, which need not be loaded again. */
  rows: readonly Row[];
  onClose: () => void;
  onSaved: (saved: Saved) => void;
  onDeleted: () => void;
  /** Called when rows were added or removed that the page does not show yet. */
  onChanged: () => void;
}

/** The dialog named in the address, if the person may use it. */
export function ListDialogs({ list, search, may, rows, onClose, onSaved, onDeleted, onChanged }: ListDialogsProps) {
  const handlers = { list, onClose };
  if (search.create && may('create')) return <RowDialog {...handlers} row={null} onSaved={onSaved} />;
  if (search.many && may('create')) return <AddManyDialog {...handlers} mayUndo={may('delete')} onAdded={onChanged} />;
  if (search.edit !== undefined && may('edit')) return <EditDialog key={search.edit} {...handlers} id={search.edit} rows={rows} onSaved={onSaved} />;
  if (search.delete !== undefined && may('delete')) return <DeleteRowDialog key={search.delete} {...handlers} id={search.delete} onDeleted={onDeleted} />;
  return null;
}

function EditDialog({ list, id, rows, onClose, onSaved }: Pick<ListDialogsProps, 'list' | 'rows' | 'onClose' | 'onSaved'> & { id: number }) {
  const onPage = rows.find((row) => row.id === id);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['list', list.name, 'one', id],
    queryFn: ({ signal }) => loadRow(list, id, signal),
    enabled: onPage === undefined,
  });
  const row = onPage ?? data?.row;
  if (row) return <RowDialog list={list} row={row} onClose={onClose} onSaved={onSaved} />;
  const thing = messageOf(list.title.one);
  return (
    <Dialog opened onClose={onClose} title={t('list.edit', { thing })} width={600}>
      {error && !isFetching ? (
        isApiError(error, 'NOT_FOUND') ? (
          <p>{t('list.gone', { thing })}</p>
        ) : (
          <LoadFailed error={error} onRetry={() => void refetch()} />
        )
      ) : (
        <SkeletonText lines={6} />
      )}
    </Dialog>
  );
}
