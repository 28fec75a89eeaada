import {
  type KeyboardEvent,
  memo,
  type ReactNode,
  type FocusEvent as ReactFocusEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useEvent } from '../../base/use-event.ts';
import { classes } from '../plain/classes.ts';
import { IconChevronDown, IconChevronUp } from '../plain/icons.ts';
import { Skeleton } from '../plain/Skeleton.tsx';
import { isRightToLeft } from '../plain/walk.ts';
import styles from './Grid.module.css';
import { movedBy, type Place } from './keys.ts';
import { revealColumn, revealRow } from './reveal.ts';
import { t } from '../../base/t.ts';
import { columnSpan, fillWidths, rowSpan, type Span, toStarts } from './window.ts';

export interface GridColumn<Row> {
  key: string;
  header: string;
  /** The width in pixels. The rest of the view is distributed. */
  width: number;
  cell: (row: Row) => ReactNode;
  align?: 'end' | undefined;
  sortable?: boolean | undefined;
}

export interface GridSelection<Row> {
  has: (row: Row) => boolean;
  nameOf: (row: Row) => string;
  /** Selects or deselects the loaded rows from one index to another. */
  set: (from: number, to: number, on: boolean) => void;
  /** Undefined when the selection has a limit. */
  all: (() => void) | undefined;
  clear: () => void;
  /** The number of selected rows. The bar with the actions shows it. */
  count: number;
}

export interface GridProps<Row> {
  /** The name of the list, for screen readers. */
  label: string;
  /**
   * The columns. The first is frozen and names the row. Keep the array identical between renders, as `rowAt`: a new one
   * renders all rows again.
   */
  columns: readonly GridColumn<Row>[];
  rowCount: number;
  /** Returns a row, or undefined if it is not loaded yet. */
  rowAt: (index: number) => Row | undefined;
  /** Reports the rows in view, so that they can be loaded. */
  onView: (first: number, last: number) => void;
  sorting?: { column: string; direction: 'asc' | 'desc'; onSort: (column: string, direction: 'asc' | 'desc') => void } | undefined;
  selection?: GridSelection<Row> | undefined;
  rowHeight?: number;
  isBusy?: boolean;
}

const HEAD_HEIGHT = 40;
const ROW_HEIGHT = 48;
const ROWS_BEYOND = 4;
const COLUMNS_BEYOND = 1;
const FOCUSABLE = 'button:not([disabled]), a[href], input:not([disabled]), select, textarea';

interface View {
  rows: Span;
  columns: Span;
}

/**
 * A table of any size that renders only what is in view. The header row and the first column stay. Keyboard and names
 * follow the grid pattern of the ARIA Authoring Practices: one cell is in the Tab order, arrows move from it; Enter
 * moves into a cell's content, Escape out of it. The focused cell stays in the document while scrolling.
 */
export function Grid<Row>({ label, columns, rowCount, rowAt, onView, sorting, selection, rowHeight = ROW_HEIGHT, isBusy = false }: GridProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const before = useRef<HTMLSpanElement>(null);
  const behind = useRef<HTMLSpanElement>(null);
  const isPointing = useRef(false);
  const moved = useRef(false);
  const anchor = useRef(0);
  const keysId = useId();
  const [active, setActive] = useState<Place>({ row: 0, column: 0 });
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [view, setView] = useState<View>({ rows: { first: 0, last: -1 }, columns: { first: 0, last: -1 } });
  const widths = useMemo(
    () =>
      fillWidths(
        columns.map(({ width }) => width),
        size.width,
      ),
    [columns, size.width],
  );
  const starts = useMemo(() => toStarts(widths.slice(1)), [widths]);
  const frozen = widths[0] ?? 0;
  const at: Place = { row: Math.min(active.row, rowCount - 1), column: Math.min(active.column, columns.length - 1) };

  const look = useEvent(() => {
    const element = frame.current;
    if (!element) return;
    const rows = rowSpan({ scroll: element.scrollTop, view: element.clientHeight - HEAD_HEIGHT, height: rowHeight, count: rowCount, beyond: ROWS_BEYOND });
    // Right-to-left pages scroll to negative positions.
    const columnsIn = columnSpan({ scroll: Math.abs(element.scrollLeft), view: element.clientWidth - frozen, starts, beyond: COLUMNS_BEYOND });
    setView((last) => (same(last.rows, rows) && same(last.columns, columnsIn) ? last : { rows, columns: columnsIn }));
  });
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(look, [look, size, rowCount, starts, rowHeight]);
  const { first, last } = view.rows;
  useEffect(() => onView(first, Math.max(first, last)), [onView, first, last]);

  /** Scrolls a cell below the headers and next to the frozen column. */
  const reveal = ({ row, column }: Place): void => {
    const element = frame.current;
    if (!element) return;
    if (row >= 0) revealRow(element, { top: row * rowHeight, height: rowHeight, room: element.clientHeight - HEAD_HEIGHT });
    if (column > 0) revealColumn(element, { start: starts[column - 1]!, end: starts[column]!, room: element.clientWidth - frozen });
  };
  const go = (to: Place): void => {
    moved.current = true;
    reveal(to);
    look();
    setActive(to);
  };
  const cellOf = ({ row, column }: Place) => frame.current?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`);
  useLayoutEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    cellOf(at)?.focus({ preventScroll: true });
  });

  const select = (from: number, to: number, on: boolean) => selection?.set(Math.min(from, to), Math.max(from, to), on);
  const toggle = (row: number, isRange: boolean): void => {
    const held = rowAt(row);
    if (!selection || row < 0 || held === undefined) return;
    if (isRange) select(anchor.current, row, true);
    else {
      anchor.current = row;
      select(row, row, !selection.has(held));
    }
  };

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const element = frame.current as HTMLDivElement;
    const target = event.target as HTMLElement;
    const own = target.matches('[data-column]');
    if (event.key === 'Tab' && own) {
      // The focus skips everything tabbable in the grid.
      (event.shiftKey ? before : behind).current?.focus({ preventScroll: true });
      return;
    }
    if (!own) {
      if (event.key !== 'Escape' || event.defaultPrevented || target.closest('[role="menu"], dialog')) return;
      event.preventDefault();
      event.stopPropagation();
      return go(at);
    }
    const page = Math.max(1, Math.floor((element.clientHeight - HEAD_HEIGHT) / rowHeight) - 1);
    const to = event.altKey ? null : movedBy(event, at, { rows: rowCount, columns: columns.length, page, isRtl: isRightToLeft(element) });
    if (to) {
      event.preventDefault();
      if (event.shiftKey && to.row >= 0 && to.row !== at.row) select(anchor.current, to.row, true);
      else if (!event.shiftKey) anchor.current = Math.max(0, to.row);
      return go(to);
    }
    if (event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault();
      target.querySelector<HTMLElement>(FOCUSABLE)?.[at.row < 0 ? 'click' : 'focus']();
    } else if (event.key === ' ' && selection) {
      event.preventDefault();
      toggle(at.row, event.shiftKey);
    } else if (event.key === 'a' && (event.ctrlKey || event.metaKey) && selection?.all) {
      event.preventDefault();
      selection.all();
    } else if (event.key === 'Escape' && selection && selection.count > 0) {
      event.preventDefault();
      selection.clear();
    }
  };
  const onFocus = (event: ReactFocusEvent<HTMLDivElement>): void => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-column]');
    if (!cell) return;
    const comesIn =
      !frame.current?.contains(event.relatedTarget as Node | null) && event.relatedTarget !== before.current && event.relatedTarget !== behind.current;
    // Tab enters at the one cell, not at the content of another.
    if (comesIn && !isPointing.current && event.target !== cell && event.relatedTarget !== null) return go(at);
    const place = { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) };
    if (place.row !== at.row || place.column !== at.column) setActive(place);
  };
  const onSelect = useEvent((index: number, isRange: boolean) => toggle(index, isRange));

  const rowsIn: number[] = [];
  for (let index = first; index <= last; index++) rowsIn.push(index);
  if (at.row >= 0 && (at.row < first || at.row > last)) rowsIn.push(at.row);
  const rowsWidth = frozen + (starts.at(-1) ?? 0);
  return (
    <div className={styles.around}>
      <span ref={before} tabIndex={-1} />
      <div
        ref={frame}
        className={styles.grid}
        role="grid"
        aria-label={label}
        aria-rowcount={rowCount + 1}
        aria-colcount={columns.length}
        aria-multiselectable={selection && true}
        aria-busy={isBusy || undefined}
        aria-describedby={keysId}
        onScroll={look}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onPointerDown={() => {
          isPointing.current = true;
        }}
        onPointerUp={() => {
          isPointing.current = false;
        }}
        onPointerCancel={() => {
          isPointing.current = false;
        }}
      >
        <div role="rowgroup" className={styles.head} style={{ width: rowsWidth, height: HEAD_HEIGHT }}>
          <div role="row" aria-rowindex={1} className={styles.row}>
            {inView(view.columns, at.row === -1 ? at.column : 0).map((column) => (
              <Header
                key={column}
                index={column}
                column={columns[column]!}
                width={widths[column]!}
                start={startOf(column, frozen, starts)}
                isActive={at.row === -1 && at.column === column}
                sorting={sorting}
              />
            ))}
          </div>
        </div>
        <div role="rowgroup" className={styles.body} style={{ width: rowsWidth, height: rowCount * rowHeight }}>
          {rowsIn.map((index) => (
            <GridRow
              key={index}
              index={index}
              row={rowAt(index) as never}
              columns={columns as never}
              span={view.columns}
              widths={widths}
              starts={starts}
              height={rowHeight}
              active={at.row === index ? at.column : -1}
              selection={selection as never}
              isSelected={isHeldAndSelected(selection, rowAt(index))}
              onSelect={onSelect}
            />
          ))}
        </div>
      </div>
      <span ref={behind} tabIndex={-1} />
      <p id={keysId} hidden>
        {t('grid.keys')} {selection && t('grid.keysSelecting')} {selection?.all && t('grid.keysAll')}
      </p>
    </div>
  );
}

const same = (a: Span, b: Span): boolean => a.first === b.first && a.last === b.last;
const startOf = (column: number, frozen: number, starts: readonly number[]): number => (column === 0 ? 0 : frozen + starts[column - 1]!);
const isHeldAndSelected = <Row,>(selection: GridSelection<Row> | undefined, row: Row | undefined): boolean =>
  selection !== undefined && row !== undefined && selection.has(row);

/** Lists the frozen column, those in view and the focused one. The span does not include the frozen one. */
function inView({ first, last }: Span, active: number): number[] {
  const shown = new Set([0]);
  for (let index = first; index <= last; index++) shown.add(index + 1);
  if (active > 0) shown.add(active);
  return [...shown].sort((a, b) => a - b);
}

const place = (column: number, start: number, width: number) => (column === 0 ? { width } : { width, insetInlineStart: start });

interface HeaderProps {
  index: number;
  column: GridColumn<never>;
  width: number;
  start: number;
  isActive: boolean;
  sorting: GridProps<never>['sorting'];
}

function Header<Row>({ index, column, width, start, isActive, sorting }: Omit<HeaderProps, 'column'> & { column: GridColumn<Row> }) {
  const direction = sorting?.column === column.key ? sorting.direction : undefined;
  const Arrow = direction === 'desc' ? IconChevronDown : IconChevronUp;
  return (
    <div
      role="columnheader"
      className={classes(styles.cell, index === 0 && styles.frozen)}
      style={place(index, start, width)}
      aria-colindex={index + 1}
      aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}
      data-row={-1}
      data-column={index}
      data-align={column.align}
      tabIndex={isActive ? 0 : -1}
    >
      {sorting && column.sortable ? (
        <button type="button" tabIndex={-1} className={styles.sort} onClick={() => sorting.onSort(column.key, direction === 'asc' ? 'desc' : 'asc')}>
          {column.header}
          {direction && <Arrow size={16} />}
        </button>
      ) : (
        column.header
      )}
    </div>
  );
}

interface RowProps {
  index: number;
  row: unknown;
  columns: readonly GridColumn<unknown>[];
  span: Span;
  widths: readonly number[];
  starts: readonly number[];
  height: number;
  /** The focused column; -1 for none in this row. */
  active: number;
  selection: GridSelection<unknown> | undefined;
  isSelected: boolean;
  onSelect: (index: number, isRange: boolean) => void;
}

/**
 * One row. It renders again when its data changes, not on every scroll. Of the selection, only whether it contains the
 * row is compared.
 */
const GridRow = memo(
  function GridRow({ index, row, columns, span, widths, starts, height, active, selection, isSelected, onSelect }: RowProps) {
    const content = useCallback((column: GridColumn<unknown>) => column.cell(row), [row]);
    return (
      <div
        role="row"
        aria-rowindex={index + 2}
        aria-selected={selection ? isSelected : undefined}
        aria-busy={row === undefined || undefined}
        className={styles.row}
        style={{ height, transform: `translateY(${index * height}px)` }}
      >
        {inView(span, active).map((column) => (
          <div
            key={column}
            role={column === 0 ? 'rowheader' : 'gridcell'}
            className={classes(styles.cell, column === 0 && styles.frozen)}
            style={place(column, startOf(column, widths[0] ?? 0, starts), widths[column] ?? 0)}
            aria-colindex={column + 1}
            data-row={index}
            data-column={column}
            data-align={columns[column]?.align}
            tabIndex={active === column ? 0 : -1}
          >
            {row === undefined ? (
              column === 0 ? (
                <>
                  <span className="visually-hidden">{t('grid.loading', { row: index + 1 })}</span>
                  <Skeleton width="70%" />
                </>
              ) : (
                <Skeleton width="50%" />
              )
            ) : (
              <>
                {column === 0 && selection && (
                  <label className={styles.select}>
                    <span className="visually-hidden">{t('grid.select', { name: selection.nameOf(row) })}</span>
                    <input
                      type="checkbox"
                      tabIndex={-1}
                      checked={isSelected}
                      onChange={(event) => onSelect(index, (event.nativeEvent as unknown as MouseEvent).shiftKey === true)}
                    />
                  </label>
                )}
                <span className={styles.content}>{content(columns[column]!)}</span>
              </>
            )}
          </div>
        ))}
      </div>
    );
  },
  (a, b) =>
    (Object.keys(a) as (keyof RowProps)[]).every((name) => name === 'selection' || (name === 'span' ? same(a.span, b.span) : a[name] === b[name])) &&
    (a.selection === undefined) === (b.selection === undefined),
);
