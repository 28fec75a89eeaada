import type { ReferenceList } from '@classwright/contract/core/reference-list';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { ReferenceListSearch } from './search.ts';
import { refreshUser } from '../../base/own-account.ts';
import { showSnack } from '../../base/snackbar.ts';
import { useUser } from '../../base/use-user.ts';
import { filtersOf } from './filters.ts';
import { deleteRow, loadRows, type Row, type RowQuery } from './list-calls.ts';
import { t } from './t.ts';
import type { Saved } from './use-row-form.ts';

/** One page of a list as its address says, and what happens to it when a row was saved or deleted. */
export function useListPage(list: ReferenceList, search: ReferenceListSearch, onPage: (page: number) => void) {
  const queries = useQueryClient();
  const mayDelete = useUser().rights.includes(`${list.resource}:delete`);
  const [fresh, setFresh] = useState<{ row: Row; on: string } | null>(null);
  const isKnown = list.known.some(({ key, sortable }) => sortable && key === search.sort);
  const sorting = isKnown ? { sort: search.sort, direction: search.direction ?? 'asc' } : {};
  const archived = search.archived ? { archived: true } : {};
  const query: RowQuery = {
    ...filtersOf(list, search),
    ...archived,
    ...(search.per_page && { per_page: search.per_page }),
    page: search.page ?? 1,
    search_text: search.search_text ?? '',
    ...sorting,
  };
  const page = useQuery({
    queryKey: ['list', list.name, 'page', query],
    queryFn: ({ signal }) => loadRows(list, query, signal),
    placeholderData: keepPreviousData,
  });

  const last = page.isPlaceholderData ? undefined : page.data?.pagination.last_page;
  useEffect(() => {
    // the last row of the last page is gone
    if (last !== undefined && query.page > last) onPage(last);
  }, [last, query.page, onPage]);

  const renew = async (): Promise<void> => {
    await Promise.all([queries.invalidateQueries({ queryKey: ['list', list.name] }), queries.invalidateQueries({ queryKey: ['choices'] })]);
    // what is kept here may decide what this person sees
    await refreshUser();
  };
  const on = JSON.stringify(query);
  return {
    page,
    query,
    sort: isKnown ? { by: search.sort as string, direction: search.direction ?? ('asc' as const) } : list.sort,
    /** What was saved last, while the page is the one on which that happened. */
    fresh: fresh?.on === on ? fresh.row : null,
    onSaved({ row, message, warnings, isNew }: Saved): void {
      setFresh({ row, on });
      const undo = async () => {
        await deleteRow(list, row.id);
        setFresh(null);
        void renew();
        return t('list.undone', { name: String(row[list.naming] ?? row.id) });
      };
      showSnack([message, ...warnings].join('. '), { ...(warnings.length > 0 && { color: 'amber', timeout: 0 }), ...(isNew && mayDelete && { undo }) });
      void renew();
    },
    onDeleted(): void {
      setFresh(null);
      void renew();
    },
  };
}
