import type { ManyDone } from '@classwright/contract/core/list-endpoints';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { momentOf } from '../../../base/dates.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { type Column, DataTable, RowActs } from '../../../ui/data-table/index.ts';
import { RefusedRows } from '../../../ui/data-table/RefusedRows.tsx';
import { useSelection } from '../../../ui/data-table/use-selection.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { IconPlus } from '../../../ui/plain/icons.ts';
import { IconTrash } from '../../../ui/feature-icons/icons.ts';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { ALL_KEY, type AnnouncementRow, listAnnouncements } from './calls.ts';
import { DeleteAnnouncementsDialog, type Deleting } from './DeleteAnnouncementsDialog.tsx';
import { AnnouncementFormDialog } from './form-dialog.ts';
import { deleteWithUndo } from './delete-with-undo.ts';
import { parseNotificationsSearch } from './search.ts';
import { t } from '../../../base/t.ts';

const nameOf = ({ summary }: AnnouncementRow): string => summary || t('stream.withoutWords');

/** Shows all announcements of a person's classes. People with the right can announce from here too. */
export function NotificationsScreen() {
  const { rights } = useUser();
  const { search, push, replace } = usePageSearch(parseNotificationsSearch);
  const { create, ...table } = search;
  const [deleting, setDeleting] = useState<readonly Deleting[] | null>(null);
  const [refused, setRefused] = useState<ManyDone['refused']>([]);
  const announcements = useQuery({
    queryKey: [...ALL_KEY, table],
    queryFn: async ({ signal }) => {
      const { data, pagination } = await listAnnouncements(table, signal);
      if (!pagination) throw new Error('a page without its place');
      return { data, pagination };
    },
    placeholderData: keepPreviousData,
  });
  const selection = useSelection(search.search_text ?? '');
  const mayCreate = rights.includes('announcements:create');
  const mayDelete = rights.includes('announcements:delete');
  // only the id of an announcement checked on another page is known
  const chosenRows = (): Deleting[] =>
    [...selection.keys].map(Number).map((id) => announcements.data?.data.find((row) => row.id === id) ?? { id, summary: '', also_in: [] });
  const remove = async (ids: number[]) => {
    const done = await deleteWithUndo(ids);
    setRefused(done && ids.length > 1 ? done.refused : []);
    selection.clear();
  };
  return (
    <>
      <PageHeader
        title={t('notifications.page')}
        actions={
          mayCreate && (
            <Button variant="filled" icon={IconPlus} onClick={() => push({ ...table, create: true })}>
              {t('notifications.create')}
            </Button>
          )
        }
      />
      {refused.length > 0 && <RefusedRows words={t('notifications.refused')} rows={refused} />}
      <DataTable
        caption={t('notifications.page')}
        rowKey={({ id }) => id}
        list={announcements}
        state={table}
        onState={(state) => replace(state as typeof table)}
        selecting={
          mayDelete
            ? {
                of: selection,
                nameOf,
                offersAll: false,
                actions: (
                  <Button size="s" icon={IconTrash} onClick={() => setDeleting(chosenRows())}>
                    {t('notifications.deleteMany')}
                  </Button>
                ),
              }
            : undefined
        }
        renderOpen={(row, words, className) => (
          <Link to={row.alternateLink as '/home'} className={className}>
            {words}
          </Link>
        )}
        columns={columnsOf(mayDelete, (row) => setDeleting([row]))}
        empty={<EmptyState title={t('notifications.none')}>{t('notifications.noneHint')}</EmptyState>}
      />
      <DeleteAnnouncementsDialog rows={deleting} onClose={() => setDeleting(null)} onConfirm={remove} />
      {create && mayCreate && <AnnouncementFormDialog row={null} onClose={() => replace(table)} />}
    </>
  );
}

function columnsOf(mayDelete: boolean, onDelete: (row: AnnouncementRow) => void): Column<AnnouncementRow>[] {
  return [
    {
      key: 'text',
      header: t('notifications.text'),
      heading: true,
      cell: (row) => <bdi>{nameOf(row)}</bdi>,
    },
    { key: 'class', header: t('notifications.class'), cell: ({ course_name }) => <span dir="auto">{course_name}</span> },
    { key: 'posted', header: t('notifications.posted'), nowrap: true, cell: ({ posted_at, creationTime }) => momentOf(posted_at ?? creationTime) },
    {
      key: 'actions',
      header: t('notifications.actions'),
      align: 'end',
      nowrap: true,
      card: 'aside',
      cell: (row) =>
        mayDelete &&
        row.is_own_class && (
          <RowActs
            name={nameOf(row)}
            acts={[{ words: t('act.delete'), label: t('notifications.deleteOne', { name: nameOf(row) }), icon: IconTrash, onSelect: () => onDelete(row) }]}
          />
        ),
    },
  ];
}
