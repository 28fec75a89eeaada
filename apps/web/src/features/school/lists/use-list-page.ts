import type { ReferenceList } from '@classwright/contract/core/reference-list';
import { useQueryClient } from '@tanstack/react-query';
import { useFreshRows, usePagedList } from '../../../ui/data-table/index.ts';
import type { ReferenceListSearch } from './search.ts';
import { refreshUser } from '../../../base/own-account.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { useUser } from '../../../base/use-user.ts';
import { filtersOf } from './filters.ts';
import { deleteRow, loadRows, type RowQuery } from './list-calls.ts';
import { t } from '../../../base/t.ts';
import type { Saved } from './use-row-form.ts';

/** Loads the page of a list named in the address, and updates it when a row was saved or deleted. */
export function useListPage(list: ReferenceList, search: ReferenceListSearch) {
  const queries = useQueryClient();
  const mayDelete = useUser().rights.includes(`${list.resource}:delete`);
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
  const {
    list: page,
    rows,
    isFresh,
    point,
  } = useFreshRows(
    usePagedList(['list', list.name, 'page'], query, (asked, signal) => loadRows(list, asked, signal)),
    query,
  );

  const renew = async (): Promise<void> => {
    await Promise.all([queries.invalidateQueries({ queryKey: ['list', list.name] }), queries.invalidateQueries({ queryKey: ['choices'] })]);
    // The list's content may affect what this person sees.
    await refreshUser();
  };
  return {
    page,
    query,
    sort: isKnown ? { by: search.sort as string, direction: search.direction ?? ('asc' as const) } : list.sort,
    rows,
    isFresh,
    onSaved({ row, message, warnings, isNew }: Saved): void {
      point([row]);
      const undo = async () => {
        await deleteRow(list, row.id);
        point([]);
        void renew();
        return t('list.undone', { name: String(row[list.naming] ?? row.id) });
      };
      showSnack([message, ...warnings].join('. '), { ...(warnings.length > 0 && { color: 'amber', timeout: 0 }), ...(isNew && mayDelete && { undo }) });
      void renew();
    },
    onDeleted(): void {
      point([]);
      void renew();
    },
  };
}
