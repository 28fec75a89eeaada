import { type ReactNode, useMemo, useRef } from 'react';
import { useEvent } from '../../base/use-event.ts';
import { showSnack } from '../../base/snackbar.ts';
import { t } from '../../base/t.ts';
import { Grid, type GridColumn, type LoadBlock, MAX_RANGE, useBlocks } from '../grid/index.ts';
import { LoadFailed } from '../plain/LoadFailed.tsx';
import { Notice } from '../plain/Notice.tsx';
import { type Column, headingOf, type ScrollView } from './columns.ts';
import type { RowKey } from './selection.ts';

/** The number of placeholder rows before the real number is known. */
const ROWS_AT_FIRST = 12;

interface TableScrollProps<Row> extends ScrollView<Row> {
  /** The filters and the order of the list. A new one restarts it. */
  query: object;
  load: LoadBlock<Row>;
  /** The time of the last load in pages; 0 before the first. */
  loadedAt: number;
  rowHeight?: number | undefined;
}

const widthOf = <Row,>({ width, heading, align, nowrap }: Column<Row>): number => width ?? (heading ? 260 : align === 'end' ? 110 : nowrap ? 130 : 160);

/** All rows of a table in one scroll, rendered and loaded as they come into view. */
export function TableScroll<Row>({ caption, columns, rowKey, renderOpen, sorting, selecting, empty, query, load, loadedAt, rowHeight }: TableScrollProps<Row>) {
  const inView = useRef<[number, number]>([0, 0]);
  const scope = JSON.stringify(query);
  const blocks = useBlocks<Row>(scope, load, loadedAt);
  const open = useEvent((row: Row, words: ReactNode) => (renderOpen ? renderOpen(row, words, '') : words));
  const drawn = useMemo(() => {
    const heading = headingOf(columns);
    // The column that names the row is first and stays in view.
    return columns
      .toSorted((a, b) => Number(b === heading) - Number(a === heading))
      .map((column): GridColumn<Row> => ({ ...column, width: widthOf(column), ...(column === heading && { cell: (row) => open(row, column.cell(row)) }) }));
  }, [columns, open]);
  const { total } = blocks;
  const selected = selecting?.of;
  const keysBetween = (from: number, to: number): RowKey[] => {
    const keys: RowKey[] = [];
    for (let index = from; index <= to; index++) {
      const row = blocks.rowAt(index);
      if (row !== undefined) keys.push(rowKey(row));
    }
    return keys;
  };
  /** A range may include rows that are not loaded yet. */
  const setBetween = (from: number, to: number, on: boolean): void => {
    if (!selected) return;
    if (to - from >= MAX_RANGE) return showSnack(t('grid.rangeTooLong', { most: MAX_RANGE }), { color: 'amber' });
    const set = () => selected.set(keysBetween(from, to), on, keysBetween(...inView.current));
    if (keysBetween(from, to).length > to - from) return set();
    void blocks.loadBetween(from, to).then((areHere) => areHere && set());
  };
  const onView = useEvent((first: number, last: number) => {
    inView.current = [first, last];
    blocks.show(first, last);
  });
  if (total?.count === 0) return empty;
  return (
    <>
      {blocks.error !== null && <LoadFailed error={blocks.error} onRetry={blocks.retry} />}
      <Grid<Row>
        key={scope}
        label={caption}
        columns={drawn}
        rowCount={total?.count ?? ROWS_AT_FIRST}
        rowAt={blocks.rowAt}
        isBusy={total === null}
        onView={onView}
        sorting={sorting}
        {...(rowHeight !== undefined && { rowHeight })}
        selection={
          selected && {
            has: (row) => selected.has(rowKey(row)),
            nameOf: selecting.nameOf,
            set: setBetween,
            all: selecting.offersAll === false ? undefined : selected.selectAll,
            clear: selected.clear,
            count: selected.isAll ? (total?.count ?? 0) : selected.keys.size,
          }
        }
      />
      {total?.isMore && <Notice>{t('grid.more', { count: total.count })}</Notice>}
    </>
  );
}
