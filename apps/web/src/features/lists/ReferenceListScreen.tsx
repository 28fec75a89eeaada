import { referenceLists } from '@classwright/contract/lists/index';
import type { ReferenceList } from '@classwright/contract/core/reference-list';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { NotFound } from '../../app/NotFound.tsx';
import { referenceListSearch, type ReferenceListSearch } from '../../app/search.ts';
import { useTitle } from '../../app/use-title.ts';
import { useUser } from '../../app/use-user.ts';
import { DataTable } from '../../ui/data-table/index.ts';
import { Button } from '../../ui/plain/Button.tsx';
import { EmptyState } from '../../ui/plain/EmptyState.tsx';
import { IconPlus } from '../../ui/plain/icons.ts';
import { PageHeader } from '../../ui/plain/PageHeader.tsx';
import { toTableColumns } from './columns.tsx';
import { ListDialogs } from './ListDialogs.tsx';
import { isBuiltIn } from './cells.tsx';
import { say, t } from './t.ts';
import { useListPage } from './use-list-page.ts';

/** The screen of every list, from its definition. Nobody sees what they may not use. */
export function ReferenceListScreen({ route }: { route: string }) {
  const { rights } = useUser();
  const list = referenceLists.find((candidate) => candidate.route === route);
  if (!list || !rights.includes(`${list.resource}:view`)) return <NotFound />;
  return <ListScreen key={list.name} list={list} may={(action) => list.writable && rights.includes(`${list.resource}:${action}`)} />;
}

function ListScreen({ list, may }: { list: ReferenceList; may: (action: 'create' | 'edit' | 'delete') => boolean }) {
  const search: ReferenceListSearch = referenceListSearch(useSearch({ strict: false }));
  const navigate = useNavigate();
  const { create: _create, edit: _edit, delete: _delete, ...state } = search;
  const go = (to: ReferenceListSearch, replace: boolean) => void navigate({ to: '.', search: to as never, replace, resetScroll: false });
  const onPage = useCallback(
    (page: number) => void navigate({ to: '.', search: ((before: ReferenceListSearch) => ({ ...before, page })) as never, replace: true }),
    [navigate],
  );
  const { page, sort, fresh, onSaved, onDeleted } = useListPage(list, search, onPage);
  const things = say(list.title.many);
  useTitle(things);
  const rows = page.data?.data ?? [];
  const isOnPage = fresh === null || rows.some(({ id }) => id === fresh.id);
  // a new row may belong to another page; it is seen all the same until one goes on
  const shown = page.data && { ...page.data, data: isOnPage ? rows : [fresh, ...rows], pagination: withRow(page.data.pagination, !isOnPage) };
  const first = page.data?.pagination.from ?? 1;
  const createButton = may('create') && (
    <Button variant="filled" icon={IconPlus} onClick={() => go({ ...state, create: true }, false)}>
      {t('list.create', { thing: say(list.title.one) })}
    </Button>
  );
  return (
    <>
      <PageHeader title={things} sub={say(list.title.about)} actions={createButton || undefined} />
      <DataTable
        caption={things}
        rowKey={({ id }) => id}
        list={{ ...page, data: shown } as typeof page}
        state={state}
        onState={({ page: to, search_text }) =>
          go({ ...(to ? { page: to } : {}), ...(search_text ? { search_text } : {}), ...pick(state, 'sort'), ...pick(state, 'direction') }, true)
        }
        sorting={{
          column: sort.by,
          direction: sort.direction,
          onSort: (column, direction) => go({ ...pick(state, 'search_text'), sort: column, direction }, true),
        }}
        isFresh={({ id }) => id === fresh?.id}
        columns={toTableColumns(list, {
          serialOf: (row) => {
            const at = rows.findIndex(({ id }) => id === row.id);
            return at < 0 ? null : first + at;
          },
          onEdit: may('edit') ? (row) => go({ ...state, edit: row.id }, false) : null,
          onDelete: may('delete') ? (row) => go({ ...state, delete: row.id }, false) : null,
          canDelete: (row) => !isBuiltIn(row),
        })}
        empty={
          <EmptyState title={t('list.none', { things })} action={createButton || undefined}>
            {say(list.title.about)}
          </EmptyState>
        }
      />
      <ListDialogs list={list} search={search} may={may} rows={rows} onClose={() => go(state, true)} onSaved={onSaved} onDeleted={onDeleted} />
    </>
  );
}

function pick<K extends keyof ReferenceListSearch>(search: ReferenceListSearch, key: K): Pick<ReferenceListSearch, K> {
  return (search[key] === undefined ? {} : { [key]: search[key] }) as Pick<ReferenceListSearch, K>;
}

/** A list that was empty a moment ago is none any more. */
function withRow<P extends { total: number }>(pagination: P, more: boolean): P {
  return more && pagination.total === 0 ? { ...pagination, total: 1, from: 1, to: 1 } : pagination;
}
