import type { ReferenceList } from '@classwright/contract/core/reference-list';
import { useState } from 'react';
import { parseListSearch } from './search.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { type Column, DataTable, RowActs } from '../../../ui/data-table/index.ts';
import { useSelection } from '../../../ui/data-table/use-selection.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { DeleteDialog } from '../../../ui/delete-dialog/DeleteDialog.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { IconArrowBackUp } from '../../../ui/plain/icons.ts';
import { IconArrowLeft, IconTrash } from '../../../ui/feature-icons/icons.ts';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { toTableColumns } from './columns.tsx';
import { instant } from './format.ts';
import { type Row as ListRow } from './list-calls.ts';
import { purgeRow, restoreRow } from './row-calls.ts';
import { loadFoundIds, ManyRowsDialog } from './many/index.ts';
import { t } from '../../../base/t.ts';
import { messageOf } from './message-of.ts';
import { useListPage } from './use-list-page.ts';

/** Shows the deleted rows of a list, to restore or erase for good. */
export function ArchiveScreen({ list }: { list: ReferenceList }) {
  const { search, push, replace } = usePageSearch(parseListSearch);
  const { purge, ...state } = search;
  const { page, query, sort, onDeleted } = useListPage(list, search);
  const { rights } = useUser();
  const selection = useSelection(JSON.stringify(search.search_text));
  const [asking, setAsking] = useState(false);
  const [restoring, setRestoring] = useState<number | null>(null);
  const things = messageOf(list.title.many);
  const title = t('list.archivedOf', { things });
  const rows = page.data?.data ?? [];
  const first = page.data?.pagination.from ?? 1;
  const nameOf = (row: ListRow | undefined) => String(row?.[list.naming] ?? '');
  const restore = async ({ id }: ListRow) => {
    setRestoring(id);
    try {
      const { message, warnings } = await restoreRow(list, id);
      showSnack([message, ...warnings].join('. '), warnings.length > 0 ? { color: 'amber', timeout: 0 } : {});
      onDeleted();
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red', timeout: 10_000 });
    } finally {
      setRestoring(null);
    }
  };
  const columns: Column<ListRow>[] = [
    ...toTableColumns(list, {
      serialOf: (row) => first + rows.findIndex(({ id }) => id === row.id),
      onEdit: null,
      onDelete: null,
      canDelete: () => false,
    }),
    { key: 'updated_at', header: t('list.archivedOn'), nowrap: true, sortable: true, cell: ({ updated_at }) => instant(updated_at) },
    {
      key: 'actions',
      header: t('list.actions'),
      align: 'end',
      nowrap: true,
      card: 'aside',
      cell: (row) => (
        <RowActs
          name={nameOf(row)}
          acts={[
            {
              words: t('act.restore'),
              label: t('list.restoreRow', { name: nameOf(row) }),
              icon: IconArrowBackUp,
              disabled: restoring === row.id,
              onSelect: () => void restore(row),
            },
            { words: t('act.purge'), label: t('list.purgeRow', { name: nameOf(row) }), icon: IconTrash, onSelect: () => push({ ...state, purge: row.id }) },
          ]}
        />
      ),
    },
  ];
  const asked = purge === undefined ? undefined : rows.find(({ id }) => id === purge);
  return (
    <>
      <PageHeader
        title={title}
        sub={t('list.archivedAbout')}
        actions={
          <Button icon={IconArrowLeft} onClick={() => push({})}>
            {t('list.archivedBack', { things })}
          </Button>
        }
      />
      <DataTable
        caption={title}
        rowKey={({ id }) => id}
        list={page}
        state={state}
        onState={({ page: to, search_text }) => replace({ archived: true, ...(to ? { page: to } : {}), ...(search_text ? { search_text } : {}) })}
        sorting={{ column: sort.by, direction: sort.direction, onSort: (column, direction) => replace({ ...state, sort: column, direction }) }}
        selecting={{
          of: selection,
          nameOf,
          actions: (
            <Button size="s" icon={IconArrowBackUp} onClick={() => setAsking(true)}>
              {t('list.restore')}
            </Button>
          ),
        }}
        columns={columns}
        empty={<EmptyState title={t('list.archivedNone')}>{t('list.archivedNoneHint')}</EmptyState>}
      />
      {asking && (
        <ManyRowsDialog
          list={list}
          verb="restore"
          count={selection.isAll ? (page.data?.pagination.total ?? 0) : selection.keys.size}
          listIds={async () => (selection.isAll ? loadFoundIds(list, query) : [...selection.keys].map(Number))}
          mayUndo={rights.includes(`${list.resource}:delete`)}
          onClose={() => setAsking(false)}
          onChanged={() => {
            selection.clear();
            onDeleted();
          }}
        />
      )}
      {asked && <PurgeDialog list={list} row={asked} name={nameOf(asked)} onClose={() => replace(state)} onPurged={onDeleted} />}
    </>
  );
}

/** Confirms before a row is erased for good. An error appears in the dialog. */
function PurgeDialog({ list, row, name, onClose, onPurged }: { list: ReferenceList; row: ListRow; name: string; onClose: () => void; onPurged: () => void }) {
  return (
    <DeleteDialog
      title={t('list.purgeConfirm', { thing: messageOf(list.title.one) })}
      name={name}
      confirmLabel={t('list.purge')}
      pendingLabel={t('list.purging')}
      onClose={onClose}
      onDelete={async () => {
        showSnack(await purgeRow(list, row.id));
        onPurged();
      }}
    >
      <p>{t('list.purgeHint')}</p>
    </DeleteDialog>
  );
}
