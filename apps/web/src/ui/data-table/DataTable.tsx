import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useRef, type ReactNode } from 'react';
import { t } from '../../base/t.ts';
import { useChunk } from '../../base/use-chunk.ts';
import { useEvent } from '../../base/use-event.ts';
import { useMedia } from '../../base/use-media.ts';
import { classes } from '../plain/classes.ts';
import { EmptyState } from '../plain/EmptyState.tsx';
import { LoadFailed } from '../plain/LoadFailed.tsx';
import { Skeleton } from '../plain/Skeleton.tsx';
import { Button } from '../plain/Button.tsx';
import { IconChevronDown, IconChevronUp } from '../plain/icons.ts';
import { Box, Row, Stack } from '../plain/layout/layout.tsx';
import styles from './DataTable.module.css';
import { chooseColumns, type Column, fillColumns, headingOf, isNothing, type Selecting, type Sorting } from './columns.ts';
import { useAllColumns } from './use-all-columns.ts';
import { Pager } from './Pager.tsx';
import { SearchField } from './SearchField.tsx';
import type { ListAnswer, ListState } from './use-paged-list.ts';
import type { RowKey } from './selection.ts';
import type { ScrollMode } from './use-scroll.tsx';

interface DataTableProps<Row> {
  /** The name of the list, for screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => RowKey;
  list: UseQueryResult<ListAnswer<Row>>;
  state: ListState;
  /** Sets page and search in the address. */
  onState: (state: ListState) => void;
  /** Renders the first cell as a link or button around the given text that opens the row. */
  renderOpen?: ((row: Row, words: ReactNode, className: string) => ReactNode) | undefined;
  /** Shown when the list itself is empty. */
  empty: ReactNode;
  sorting?: Sorting | undefined;
  selecting?: Selecting<Row> | undefined;
  /** True when the screen has its own search. */
  withoutSearch?: boolean;
  /** The maximum number of page links below the rows; 7 by default. */
  pageLinks?: number | undefined;
  /** The control for the number of rows on a page, next to the range below the rows. */
  sizes?: ReactNode;
  /** Filters and actions next to the search. */
  tools?: ReactNode;
  /** The switch to all rows in one scroll, and back to pages. */
  scroll?: ScrollMode<Row> | undefined;
  /** Draws the rows in another way than as a table, such as cards of their own. */
  draw?: ((rows: readonly Row[]) => ReactNode) | undefined;
  /** Returns true for rows to highlight because they were saved a moment ago. */
  isFresh?: ((row: Row) => boolean) | undefined;
}

const loadRowKeys = () => import('./RowKeys.tsx');

/**
 * The product's only table: pages from the server, quick search, selectable rows, cards on phones (with many columns on
 * tablets too), states as text.
 */
export function DataTable<Row>({ list, state, onState, empty, tools, sizes, pageLinks, scroll, draw, withoutSearch = false, ...given }: DataTableProps<Row>) {
  const [all, setAll] = useAllColumns();
  const few = chooseColumns(given.columns, list.data?.data ?? [], given.sorting);
  const view = { ...given, columns: all ? given.columns : few };
  // On a tablet too, many columns would be very narrow, and the actions out of view.
  const narrow = useMedia(`(max-width: ${view.columns.length > 6 ? 959.9 : 599.9}px)`);
  const { data, error, isFetching, isPlaceholderData, refetch } = list;
  const frame = useRef<HTMLDivElement>(null);
  const pagedTo = useRef<number | null>(null);
  const keys = useChunk(loadRowKeys);
  const last = isPlaceholderData ? undefined : data?.pagination.last_page;
  const page = state.page ?? 1;
  const toLast = useEvent(() => onState({ ...state, page: last ?? 1 }));
  useEffect(() => {
    // The last row of the last page is gone.
    if (last !== undefined && page > Math.max(1, last)) toLast();
  }, [last, page, toLast]);
  const searching = (state.search_text ?? '') !== '';
  const search = (search_text: string) => onState({ ...(search_text ? { search_text } : {}) });
  const nothing = data && data.pagination.total === 0;
  const inScroll = scroll?.isOn && !nothing;
  const { selecting } = view;
  const Bar = selecting?.of.parts.BulkBar;
  return (
    <Stack ref={frame} gap={12} shrinks className={styles.frame}>
      {(withoutSearch ? tools : !nothing || searching || tools) && (
        <div className={styles.tools}>
          {!withoutSearch && <SearchField text={state.search_text ?? ''} onText={search} list={view.caption} />}
          {tools}
        </div>
      )}
      {inScroll ? (
        scroll.draw({ ...view, empty })
      ) : draw && data && !nothing && !(error && !isFetching) ? (
        <div data-rows tabIndex={-1} aria-busy={isFetching}>
          {draw(data.data)}
        </div>
      ) : (
        <Box
          key={data ? 'rows' : 'loading'}
          shrinks
          bordered
          radius="lg"
          ground="surface"
          className={styles.card}
          aria-busy={isFetching}
          data-stale={isPlaceholderData || undefined}
          data-rows
          tabIndex={-1}
        >
          {error && !isFetching ? (
            <LoadFailed error={error} onRetry={() => void refetch()} />
          ) : !data ? (
            <Loading columns={view.columns.length} caption={view.caption} />
          ) : nothing ? (
            searching ? (
              <EmptyState compact title={t('table.nothingFound')} action={<Button onClick={() => search('')}>{t('table.clearSearch')}</Button>}>
                {t('table.nothingFoundHint', { text: state.search_text ?? '' })}
              </EmptyState>
            ) : (
              empty
            )
          ) : narrow ? (
            <Cards rows={data.data} {...view} />
          ) : (
            <Table rows={data.data} {...view} />
          )}
        </Box>
      )}
      {keys && !inScroll && (
        <keys.RowKeys frame={frame} pagedTo={pagedTo} page={isPlaceholderData || isFetching ? null : (data?.pagination.current_page ?? null)} />
      )}
      {selecting && Bar && data && (
        <Bar
          frame={frame}
          selection={selecting.of}
          keys={inScroll ? [] : data.data.map(view.rowKey)}
          total={data.pagination.total}
          offersAll={selecting.offersAll !== false}
          actions={selecting.actions}
        />
      )}
      {data && !nothing && (
        <div className={styles.foot}>
          {!inScroll && (
            <Pager
              pagination={data.pagination}
              links={pageLinks}
              sizes={sizes}
              onPage={(page) => {
                pagedTo.current = page;
                onState({ ...state, page });
              }}
            />
          )}
          {few.length < given.columns.length && !draw && (
            <Button variant="subtle" onClick={() => setAll(!all)}>
              {t(all ? 'table.fewerColumns' : 'table.allColumns')}
            </Button>
          )}
          {(inScroll || data.pagination.last_page > 1) && scroll?.switch}
        </div>
      )}
    </Stack>
  );
}

/** The props for rendering a list, in pages or in one scroll. */
type ViewProps<Row> = Pick<DataTableProps<Row>, 'caption' | 'columns' | 'rowKey' | 'renderOpen' | 'sorting' | 'selecting' | 'isFresh'> & {
  rows: readonly Row[];
};

function first<Row>({ renderOpen }: Pick<ViewProps<Row>, 'renderOpen'>, column: Column<Row>, row: Row): ReactNode {
  const cell = column.cell(row);
  const words = typeof cell === 'string' ? <span data-title>{cell}</span> : cell;
  return renderOpen ? renderOpen(row, words, styles.open ?? '') : words;
}

/** Scrolls a highlighted row into view. */
const show = (element: HTMLElement | null): void => element?.scrollIntoView?.({ block: 'nearest' });

/**
 * Returns the props that rows and cards share: focusable by J, K and after paging, highlighted when fresh, marked when
 * selected.
 */
function rowProps<Row>({ rowKey, renderOpen, isFresh, selecting }: ViewProps<Row>, row: Row, className?: string) {
  return {
    className: classes(className, renderOpen && styles.opens),
    tabIndex: -1,
    'data-row': true,
    'data-selected': selecting?.of.has(rowKey(row)) || undefined,
    ...(isFresh?.(row) && { ref: show, 'data-fresh': true }),
  };
}

function Table<Row>(props: ViewProps<Row>) {
  const { caption, rows, rowKey, sorting, selecting, renderOpen } = props;
  const columns = fillColumns(props.columns, rows, sorting);
  const heading = headingOf(columns);
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {selecting && (
              <td className={styles.selectCell}>
                <selecting.of.parts.SelectPage selection={selecting.of} keys={rows.map(rowKey)} />
              </td>
            )}
            {columns.map((column) => (
              <Header key={column.key} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} {...rowProps(props, row)}>
              {selecting && (
                <td className={styles.selectCell}>
                  <selecting.of.parts.SelectRow selection={selecting.of} rowKey={rowKey(row)} name={selecting.nameOf(row)} keys={rows.map(rowKey)} />
                </td>
              )}
              {columns.map((column) =>
                column === heading ? (
                  <th key={column.key} scope="row" data-opens={renderOpen && true}>
                    {first(props, column, row)}
                  </th>
                ) : (
                  <td key={column.key} data-align={column.align} data-nowrap={column.nowrap || undefined}>
                    {column.cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Header<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  const direction = sorting?.column === column.key ? sorting.direction : undefined;
  const Arrow = direction === 'asc' ? IconChevronUp : IconChevronDown;
  return (
    <th scope="col" data-align={column.align} aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}>
      {column.sortable && sorting ? (
        <button
          type="button"
          className={styles.sort}
          title={t('table.sortBy', { column: column.header })}
          onClick={() => sorting.onSort(column.key, direction === 'asc' ? 'desc' : 'asc')}
        >
          {column.header}
          {direction && <Arrow size={16} />}
        </button>
      ) : (
        column.header
      )}
    </th>
  );
}

function Cards<Row>(props: ViewProps<Row>) {
  const { caption, columns, rows, rowKey, selecting, renderOpen } = props;
  const title = headingOf(columns);
  const lead = columns.find(({ card }) => card === 'lead');
  const aside = columns.find(({ card }) => card === 'aside');
  const rest = columns.filter((column) => column !== title && column !== aside && column !== lead);
  return (
    <>
      {selecting && <selecting.of.parts.SelectPage selection={selecting.of} keys={rows.map(rowKey)} inWords />}
      <Box as="ul" aria-label={caption}>
        {rows.map((row) => (
          <li key={rowKey(row)} {...rowProps(props, row, styles.rowCard)}>
            <Row gap={10} align="start">
              {selecting && <selecting.of.parts.SelectRow selection={selecting.of} rowKey={rowKey(row)} name={selecting.nameOf(row)} keys={rows.map(rowKey)} />}
              {lead?.cell(row)}
              {title && (
                <Box size={16} weight={600} leading={1.35} grow shrinks breaks data-opens={renderOpen && true}>
                  {first(props, title, row)}
                </Box>
              )}
              {aside && <div className={styles.cardAside}>{aside.cell(row)}</div>}
            </Row>
            <CardLines columns={rest} row={row} />
          </li>
        ))}
      </Box>
    </>
  );
}

/** The lines of a card below its title. Renders nothing for empty values. */
function CardLines<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  const lines = columns.flatMap((column) => {
    const words = column.card === 'hidden' ? null : column.cell(row);
    return isNothing(words) ? [] : [{ column, words }];
  });
  if (lines.length === 0) return null;
  return (
    <dl>
      {lines.map(({ column, words }) => (
        <div key={column.key} data-bare={column.card === 'bare' || undefined}>
          <dt className={classes(column.card === 'bare' && 'visually-hidden')}>{column.header}</dt>
          <dd>{words}</dd>
        </div>
      ))}
    </dl>
  );
}

function Loading({ columns, caption }: { columns: number; caption: string }) {
  return (
    <div className={styles.loading} role="status" data-coming>
      <span className="visually-hidden">{`${t('common.loading')} ${caption}`}</span>
      {Array.from({ length: 6 }, (_, row) => (
        <div key={row} style={{ gridTemplateColumns: `2fr repeat(${Math.min(4, columns - 1)}, 1fr)` }}>
          {Array.from({ length: Math.min(5, columns) }, (_cell, cell) => (
            <Skeleton key={cell} width={cell === 0 ? '80%' : '60%'} />
          ))}
        </div>
      ))}
    </div>
  );
}
