import type { ReferenceList } from '@classwright/contract/core/reference-list';
import { useState, type ReactNode, useId } from 'react';
import { parseListSearch, type ReferenceListSearch } from './search.ts';
import { useChunk } from '../../../base/use-chunk.ts';
import { showSnack } from '../../../base/snackbar.ts';
import { usePageSearch } from '../../../base/use-page-search.ts';
import { useUser } from '../../../base/use-user.ts';
import { type Column, DataTable, useScroll } from '../../../ui/data-table/index.ts';
import { PageSize } from '../../../ui/data-table/PageSize.tsx';
import { useSelection } from '../../../ui/data-table/use-selection.ts';
import { Button } from '../../../ui/plain/Button.tsx';
import { EmptyState } from '../../../ui/plain/EmptyState.tsx';
import { errorText } from '../../../ui/plain/error-text.ts';
import { IconPlus, IconAdjustmentsHorizontal } from '../../../ui/plain/icons.ts';
import { IconCopy, IconListNumbers, IconTrash } from '../../../ui/feature-icons/icons.ts';
import { PageHeader } from '../../../ui/plain/PageHeader.tsx';
import { isBuiltIn } from './cells.tsx';
import { toTableColumns } from './columns.tsx';
import { type Filters, filtersOf, offeredFilters } from './filters.ts';
import { copyRows, deleteRow, loadBlock, type Row } from './list-calls.ts';
import { copiesToChange, isOwnRow, showsSchools } from './schools.ts';
import type { ListFiltersProps } from './ListFilters.tsx';
import styles from './lists.module.css';
import { t } from '../../../base/t.ts';
import { messageOf } from './message-of.ts';
import { useListPage } from './use-list-page.ts';

const loadFilters = () => import('./ListFilters.tsx');

/** The active filters next to the search. Pressing it opens the filter controls, which take no space until then. */
function FilterLine(props: ListFiltersProps) {
  const { filters, onFilters } = props;
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const isFiltered = Object.keys(filters).length > 0;
  const parts = useChunk(loadFilters, isOpen || isFiltered);
  return (
    <>
      <Button icon={IconAdjustmentsHorizontal} aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(!isOpen)}>
        {t('list.filters')}
      </Button>
      {parts && isFiltered && <parts.FilterChips {...props} />}
      {isFiltered && (
        <Button variant="subtle" onClick={() => onFilters({})}>
          {t('list.resetFilters')}
        </Button>
      )}
      <div id={id} className={styles.panel} hidden={!isOpen}>
        {isOpen && parts && <parts.ListFilters {...props} />}
      </div>
    </>
  );
}

const loadDialogs = () => import('./ListDialogs.tsx');
const loadMany = () => import('./many/index.ts');

export interface ListScreenProps {
  list: ReferenceList;
  may: (action: 'create' | 'edit' | 'delete') => boolean;
  /** Actions next to the button that creates a row. */
  actions?: ReactNode;
  /** Columns between those of the definition and the row's actions. */
  further?: readonly Column<Row>[];
  /** Actions on the selected rows of the page, in addition to deleting them. */
  bulk?: ((ids: readonly number[]) => ReactNode) | undefined;
  /** A filter of this list's own, in addition to those of its fields. */
  ownFilter?: (filters: Filters, onFilters: (filters: Filters) => void) => ReactNode;
  /** Returns false for a row that can no longer be changed. */
  isChangeable?: (row: Row) => boolean;
}

/** The key of the role that reaches every school, which no school replaces. */
const ADMIN_KEY = 'admin';

/** A list and its dialogs. The address holds what is shown and which dialog is open. */
export function ListScreen({ list, may, actions, further = [], bulk, ownFilter, isChangeable = () => true }: ListScreenProps) {
  const { search: all, push, replace } = usePageSearch(parseListSearch);
  const { archived: _archived, purge: _purge, ...search } = all;
  const { create: _create, many: _many, edit: _edit, delete: _delete, accounts: _accounts, ...state } = search;
  const { page, rows, query, sort, isFresh, onSaved, onDeleted } = useListPage(list, search);
  const scroll = useScroll({
    isOn: search.scroll === true,
    onSwitch: (isOn) => replace({ ...filters, ...pick(state, 'search_text', 'sort', 'direction', 'per_page'), ...(isOn && { scroll: isOn }) }),
    query,
    load: (asked, signal) => loadBlock(list, asked, signal),
    list: page,
  });
  const user = useUser();
  const { rights } = user;
  const mayRestore = rights.includes(`${list.resource}:${list.deletion === 'archive' ? 'purge' : 'delete'}`);
  const selection = useSelection(JSON.stringify([filtersOf(list, search), search.search_text]));
  const [isDeleting, setDeleting] = useState(false);
  const loaded = useChunk(loadMany, isDeleting);
  const many = isDeleting ? loaded : null;
  const dialogs = useChunk(loadDialogs, search.create !== undefined || search.many !== undefined || search.edit !== undefined || search.delete !== undefined);
  const things = messageOf(list.title.many);
  const filters = filtersOf(list, search);
  const kept = { ...filters, ...pick(state, 'sort', 'direction', 'per_page', 'scroll') };
  const first = page.data?.pagination.from ?? 1;
  const mayChange = may('create') || may('edit') || may('delete');
  const create = (variant: 'filled' | 'default') =>
    may('create') && (
      <Button variant={variant} icon={IconPlus} aria-keyshortcuts="N" onClick={() => push({ ...state, create: true })}>
        {t('list.create', { thing: messageOf(list.title.one) })}
      </Button>
    );
  const addMany = may('create') && (
    <Button icon={IconListNumbers} onClick={() => push({ ...state, many: true })}>
      {t('list.addMany')}
    </Button>
  );
  const onFilters = (to: Filters): void => replace({ ...pick(state, 'search_text', 'sort', 'direction', 'per_page', 'scroll'), ...to });
  const isFiltered = Object.keys(filters).length > 0;
  const isEmpty = page.data?.pagination.total === 0 && !isFiltered && state.search_text === undefined;
  // An empty list has one next step, in the middle.
  const createButton = create(isEmpty ? 'default' : 'filled');
  const offered = offeredFilters(list, rights, user);
  const mayCopy = copiesToChange(list, user) && may('create');
  const copy = async (ids: readonly number[]): Promise<void> => {
    try {
      const { message, ids: copies, refused } = await copyRows(list, ids);
      const words = copies.length === 0 ? refused.map((one) => one.message).join(' ') : message;
      const undo = async () => {
        for (const id of copies) await deleteRow(list, id);
        onDeleted();
        return t('list.many.deleted', { count: copies.length });
      };
      showSnack(words, copies.length > 0 && may('delete') ? { undo } : {});
      selection.clear();
      onDeleted();
      if (ids.length === 1 && copies[0] !== undefined && may('edit')) push({ ...state, edit: copies[0] });
    } catch (failure) {
      showSnack(errorText(failure), { color: 'red' });
    }
  };
  const columns = toTableColumns(list, {
    serialOf: scroll.isOn
      ? null
      : (row) => {
          const at = rows.findIndex(({ id }) => id === row.id);
          return at < 0 ? null : first + at;
        },
    onEdit: may('edit') ? (row) => push({ ...state, edit: row.id }) : null,
    onDelete: may('delete') ? (row) => push({ ...state, delete: row.id }) : null,
    onCopy: mayCopy ? (row) => void copy([row.id]) : null,
    canEdit: (row) => isChangeable(row) && isOwnRow(list, user, row),
    canDelete: (row) => !isBuiltIn(row) && isOwnRow(list, user, row),
    canCopy: (row) => !isOwnRow(list, user, row) && row['key'] !== ADMIN_KEY,
    withSchool: showsSchools(list, user),
  });
  const note = mayCopy ? t('list.copy.note') : list.isShared && list.writable && !mayChange ? t('list.sharedNote') : '';
  return (
    <>
      <PageHeader
        title={things}
        sub={note === '' ? messageOf(list.title.about) : `${messageOf(list.title.about)} ${note}`}
        actions={
          (actions || createButton) && (
            <>
              {actions}
              {addMany}
              {createButton && (
                <span className={styles.create} data-empty={isEmpty || undefined}>
                  {createButton}
                </span>
              )}
            </>
          )
        }
      />
      <DataTable
        caption={things}
        rowKey={({ id }) => id}
        list={page}
        state={state}
        onState={({ page: to, search_text }) => replace({ ...kept, ...(to ? { page: to } : {}), ...(search_text ? { search_text } : {}) })}
        sizes={
          <PageSize
            value={search.per_page}
            onSize={(size) => replace({ ...filters, ...pick(state, 'search_text', 'sort', 'direction'), ...(size && { per_page: size }) })}
          />
        }
        sorting={{
          column: sort.by,
          direction: sort.direction,
          onSort: (column, direction) => replace({ ...filters, ...pick(state, 'search_text', 'per_page', 'scroll'), sort: column, direction }),
        }}
        selecting={
          may('delete') || bulk
            ? {
                of: selection,
                nameOf: (row) => String(row[list.naming] ?? row.id),
                actions: (
                  <>
                    {!selection.isAll && bulk?.([...selection.keys].map(Number))}
                    {!selection.isAll && mayCopy && (
                      <Button size="s" icon={IconCopy} onClick={() => void copy([...selection.keys].map(Number))}>
                        {t('list.copy.selected')}
                      </Button>
                    )}
                    {may('delete') && (
                      <Button size="s" icon={IconTrash} onClick={() => setDeleting(true)}>
                        {t('list.deleteSelected')}
                      </Button>
                    )}
                  </>
                ),
              }
            : undefined
        }
        scroll={scroll}
        isFresh={isFresh}
        columns={withFurther(columns, further)}
        tools={
          !isEmpty && (
            <>
              {ownFilter?.(filters, onFilters)}
              {offered.length > 0 && <FilterLine offered={offered} filters={filters} rows={rows} onFilters={onFilters} />}
            </>
          )
        }
        empty={
          isFiltered ? (
            <EmptyState compact title={t('table.nothingFound')}>
              {t('list.filteredOut')}
            </EmptyState>
          ) : (
            <EmptyState title={t('list.none', { things })} action={create('filled') || undefined}>
              {messageOf(list.title.about)}
            </EmptyState>
          )
        }
      />
      {many && (
        <many.ManyRowsDialog
          list={list}
          verb="delete"
          count={selection.isAll ? (page.data?.pagination.total ?? 0) : selection.keys.size}
          listIds={async () => (selection.isAll ? many.loadFoundIds(list, query) : [...selection.keys].map(Number))}
          mayUndo={mayRestore}
          onClose={() => setDeleting(false)}
          onChanged={() => {
            selection.clear();
            onDeleted();
          }}
        />
      )}
      {createButton && !isEmpty && <div className={styles.floor} />}
      {dialogs && (
        <dialogs.ListDialogs
          list={list}
          search={search}
          may={may}
          rows={rows}
          onClose={() => replace(state)}
          onSaved={onSaved}
          onDeleted={onDeleted}
          onChanged={onDeleted}
        />
      )}
    </>
  );
}

/** Inserts the columns before the row's actions. */
function withFurther(columns: Column<Row>[], further: readonly Column<Row>[]): Column<Row>[] {
  const end = columns.findIndex(({ key }) => key === 'actions');
  const at = end < 0 ? columns.length : end;
  return [...columns.slice(0, at), ...further, ...columns.slice(at)];
}

function pick<K extends 'search_text' | 'sort' | 'direction' | 'per_page' | 'scroll'>(search: ReferenceListSearch, ...keys: K[]): Pick<ReferenceListSearch, K> {
  return Object.fromEntries(keys.flatMap((key) => (search[key] === undefined ? [] : [[key, search[key]]]))) as Pick<ReferenceListSearch, K>;
}
