import {
  type ClipboardEvent,
  type KeyboardEvent,
  type PointerEvent,
  type FocusEvent as ReactFocusEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useEvent } from '../../../../base/use-event.ts';
import type { Place } from '../../../../ui/grid/keys.ts';
import { revealColumn, revealRow } from '../../../../ui/grid/reveal.ts';
import { columnSpan, fillWidths, rowSpan, type Span, toStarts } from '../../../../ui/grid/window.ts';
import { isRightToLeft } from '../../../../ui/plain/walk.ts';
import { valueOf } from '../book.ts';
import type { Colleagues } from '../colleagues/colleagues.ts';
import type { CellMarks } from '../cell-marks.ts';
import type { SheetColumn } from '../columns.ts';
import type { GradebookState } from '../gradebook-state.ts';
import type { CellFilters } from '../rows.ts';
import type { Selected } from '../selected.ts';
import { t } from '../../../../base/t.ts';
import { figureText, valueText } from '../words.ts';
import { ColleagueGrade } from './ColleagueGrade.tsx';
import { AveragesRow } from './Averages.tsx';
import type { Editing } from './Editor.tsx';
import { Head, type Sorting } from './Head.tsx';
import { afterEdit, readKey } from './keys.ts';
import { COLUMNS_BEYOND, HEAD_HEIGHT, isSame, ROW_HEIGHT, ROWS_BEYOND, WIDTHS } from './layout.ts';
import { Problem } from './Problem.tsx';
import { isOne, type Range, rangeOf } from './range.ts';
import { Row } from './Row.tsx';
import { lazyScreen } from '../../../../ui/plain/lazy-screen.tsx';
import styles from './Sheet.module.css';
import { layOut, parseTsv, writeTsv } from './tsv.ts';

interface SheetProps {
  label: string;
  state: GradebookState;
  colleagues: Colleagues;
  marks: CellMarks;
  columns: readonly SheetColumn[];
  /** The students' places, in display order. */
  rows: readonly number[];
  sorting: Sorting;
  onSort: (key: string) => void;
  filters: CellFilters;
  /** True when the class is archived and nothing can be changed. */
  isClosed: boolean;
  /** Announces a text politely to screen readers. */
  say: (words: string) => void;
  onUndo: () => void;
  onRedo: () => void;
  /** Opens the work of a cell with all its details. */
  onOpen: (itemId: number, studentId: number | null) => void;
  /** Reports the focused item and student, by place. */
  onActive: (at: { item: number | null; student: number | null }) => void;
  /** Reports the selected cells when there are several. */
  onSelect: (selected: Selected) => void;
  /** Opens the dialog for changing or returning many grades, or the focused cell's history. */
  onMany: (dialog: 'act' | 'return' | 'history') => void;
}

const FigureWhy = lazyScreen(() => import('../why/FigureWhy.tsx'), 'FigureWhy');

const NOTHING: Span = { first: 0, last: -1 };

/**
 * The gradebook as a spreadsheet that renders only what is in view. Keyboard and names follow the grid pattern of the
 * ARIA Authoring Practices, as `ui/grid` does. It adds cell selection and typing.
 */
export function Sheet({
  label,
  state,
  colleagues,
  marks,
  columns,
  rows,
  sorting,
  onSort,
  filters,
  isClosed,
  say,
  onUndo,
  onRedo,
  onOpen,
  onActive,
  onSelect,
  onMany,
}: SheetProps) {
  const frame = useRef<HTMLDivElement>(null);
  const isPointing = useRef(false);
  const moved = useRef(false);
  const keysId = useId();
  const [active, setActive] = useState<Place>({ row: 0, column: 0 });
  const [anchor, setAnchor] = useState<Place>({ row: 0, column: 0 });
  const [editing, setEditing] = useState<Editing | null>(null);
  const [why, setWhy] = useState<{ student: number; period: number | null; figure: string } | null>(null);
  const [hasFocus, setFocused] = useState(false);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [view, setView] = useState<{ rows: Span; columns: Span }>({ rows: NOTHING, columns: NOTHING });
  const widths = useMemo(
    () =>
      fillWidths(
        columns.map(({ kind }) => WIDTHS[kind]),
        size.width,
      ),
    [columns, size.width],
  );
  const starts = useMemo(() => toStarts(widths.slice(1)), [widths]);
  const frozen = widths[0] ?? 0;
  const count = rows.length;
  const at: Place = { row: Math.min(active.row, count), column: Math.min(active.column, columns.length - 1) };
  const range = rangeOf({ row: Math.min(anchor.row, count - 1), column: Math.min(anchor.column, columns.length - 1) }, at, count);

  const { top, bottom, first, last } = range;
  useEffect(() => {
    const items = columns.slice(first, last + 1).flatMap((column) => (column.kind === 'item' ? [state.current.items[column.place]!.id] : []));
    const students = rows.slice(top, bottom + 1).flatMap((place) => (state.current.students[place]!.hasLeft ? [] : [state.current.students[place]!.id]));
    onSelect(items.length * students.length > 1 ? { kind: 'cells', items, students } : null);
    return () => onSelect(null);
  }, [state, columns, rows, top, bottom, first, last, onSelect]);

  const look = useEvent(() => {
    const element = frame.current;
    if (!element) return;
    const rowsIn = rowSpan({
      ...{ scroll: element.scrollTop, view: element.clientHeight - HEAD_HEIGHT - ROW_HEIGHT },
      ...{ height: ROW_HEIGHT, count, beyond: ROWS_BEYOND },
    });
    // Right-to-left pages scroll to negative positions.
    const columnsIn = columnSpan({ scroll: Math.abs(element.scrollLeft), view: element.clientWidth - frozen, starts, beyond: COLUMNS_BEYOND });
    setView((last) => (isSame(last.rows, rowsIn) && isSame(last.columns, columnsIn) ? last : { rows: rowsIn, columns: columnsIn }));
  });
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => {
      // It fills the rest of the window's height.
      element.style.setProperty('--sheet-top', `${Math.round(element.getBoundingClientRect().top + scrollY)}px`);
      setSize({ width: element.clientWidth, height: element.clientHeight });
    };
    measure();
    if (typeof ResizeObserver === 'undefined') return;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(look, [look, size, count, starts]);

  /** Scrolls a cell below the headers, above the averages and next to the frozen column. */
  const reveal = ({ row, column }: Place): void => {
    const element = frame.current;
    if (!element) return;
    if (row >= 0 && row < count) revealRow(element, { top: row * ROW_HEIGHT, height: ROW_HEIGHT, room: element.clientHeight - HEAD_HEIGHT - ROW_HEIGHT });
    if (column > 0) revealColumn(element, { start: starts[column - 1]!, end: starts[column]!, room: element.clientWidth - frozen });
  };
  const itemAt = (column: number): number | null => {
    const found = columns[column];
    return found?.kind === 'item' ? found.place : null;
  };
  /** Checks whether a column is loaded or has nothing to load. */
  const isThere = (place: number): boolean => {
    const column = columns[place];
    return column?.kind === 'item' ? state.current.items[column.place]!.isLoaded : state.current.isWhole || column === undefined || column.kind === 'name';
  };
  const tellActive = ({ row, column }: Place): void => {
    onActive({ item: itemAt(column), student: rows[row] ?? null });
  };
  const go = (to: Place, isExtending = false): void => {
    moved.current = true;
    reveal(to);
    look();
    setActive(to);
    if (!isExtending) setAnchor(to);
    tellActive(to);
  };
  useLayoutEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    cellOf(frame.current, at)?.focus({ preventScroll: true });
  });

  const askWhy = (student: number): void => {
    const column = columns[at.column];
    if (!state.current.isWhole) say(t('sheet.stillLoading'));
    else if (column?.kind === 'overall') setWhy({ student, period: null, figure: t('sheet.overall') });
    else if (column?.kind === 'period') setWhy({ student, period: column.place, figure: column.period.name ?? t('sheet.mpg') });
  };
  const edit = (text: string | null): void => {
    const [item, student] = [itemAt(at.column), rows[at.row]];
    if (student === undefined) return;
    if (item === null) return text === null ? askWhy(student) : undefined;
    const refusal = isClosed ? t('sheet.closed') : state.refusalAt(item, student);
    if (refusal !== null) return say(refusal);
    reveal(at);
    const opening = state.open(item, student);
    setEditing({ text: text ?? opening.text, isOver: text !== null, opening });
  };
  /** Types into several cells, by place in the sheet. Cells that take no grades are skipped and counted. */
  const typeAll = (cells: readonly { row: number; column: number; text: string }[]): void => {
    if (isClosed) return say(t('sheet.closed'));
    if (!cells.every(({ column }) => isThere(column))) return say(t('sheet.stillLoading'));
    let refused = 0;
    const { items, students } = state.current;
    const typed = cells.flatMap(({ row, column, text }) => {
      const [item, student] = [itemAt(column), rows[row]];
      if (item === null || student === undefined || (text.trim() === '' && state.refusalAt(item, student) !== null)) {
        if (text.trim() !== '') refused++;
        return [];
      }
      return [{ itemId: items[item]!.id, studentId: students[student]!.id, typed: text }];
    });
    const wrong = state.type(typed);
    if (cells.length > 1)
      say([t('sheet.pasted', { count: typed.length }), wrong + refused > 0 ? t('sheet.pastedWrong', { count: wrong + refused }) : ''].join(' '));
  };
  const cellsIn = ({ top, bottom, first, last }: Range): { row: number; column: number }[] => {
    const cells: { row: number; column: number }[] = [];
    for (let row = top; row <= bottom; row++) for (let column = first; column <= last; column++) cells.push({ row, column });
    return cells;
  };
  const clear = (): void => typeAll(cellsIn(range).map((cell) => ({ ...cell, text: '' })));
  const pasteAt = useEvent((text: string): void => {
    if (text === '' || at.row < 0) return;
    typeAll(layOut(parseTsv(text), { row: range.top, column: range.first, rows: range.bottom - range.top + 1, columns: range.last - range.first + 1 }));
  });
  const textOf = (row: number, place: number): string => {
    const [column, student] = [columns[place], rows[row]];
    if (!column || student === undefined) return '';
    if (column.kind === 'name') return state.current.students[student]!.name;
    if (column.kind === 'item') return valueText(valueOf(state.cell(column.place, student)));
    const figures = state.figuresOf(student);
    const figure = (column.kind === 'overall' ? figures?.overall : figures?.periods[column.place]) ?? null;
    return figure === null ? '' : figureText(figure);
  };

  const onDone = useEvent((typed: string | null, key: string, shiftKey: boolean): void => {
    setEditing(null);
    const opening = editing?.opening;
    // The question about a colleague's grade appears at its cell.
    const isAsked = typed !== null && opening !== undefined && state.newcomerIn(opening) !== null;
    if (typed !== null && opening) state.type([{ itemId: opening.itemId, studentId: opening.studentId, typed, opening }]);
    if (key === '') return;
    if (isAsked) return go(at);
    const arrow = key.startsWith('Arrow') && readKey({ key, shiftKey: false, ctrlKey: false, altKey: false }, at, keySize());
    go(arrow && arrow.act === 'move' && arrow.to.row < count ? arrow.to : afterEdit(key, shiftKey, at, { rows: count, columns: columns.length }));
  });
  const keySize = () => ({
    ...{ rows: count, columns: columns.length, isRtl: isRightToLeft(frame.current) },
    page: Math.max(1, Math.floor(((frame.current?.clientHeight ?? 0) - HEAD_HEIGHT - ROW_HEIGHT) / ROW_HEIGHT) - 1),
  });

  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    if (!(event.target as HTMLElement).matches('[data-column]')) return;
    const read = readKey(event, at, keySize());
    if (!read) return;
    event.preventDefault();
    switch (read.act) {
      case 'move':
        // The frozen column is always in view. Moving to it by a key scrolls to the start.
        if (read.to.column === 0 && (at.column !== 0 || event.key === 'Home') && frame.current) frame.current.scrollLeft = 0;
        return go(read.to, read.extends);
      case 'edit':
        return at.row < count ? edit(read.text) : undefined;
      case 'clear':
        return clear();
      case 'open': {
        const item = itemAt(at.column);
        const student = rows[at.row];
        return item === null ? undefined : onOpen(state.current.items[item]!.id, student === undefined ? null : state.current.students[student]!.id);
      }
      case 'sort':
        return onSort(columns[at.column]!.key);
      case 'narrow':
        return go(at);
      case 'all':
        setAnchor({ row: 0, column: 0 });
        return go({ row: count - 1, column: columns.length - 1 }, true);
      case 'many':
        return onMany(read.dialog);
      case 'undo':
        return onUndo();
      case 'redo':
        return onRedo();
    }
  };
  const onCopy = (event: ClipboardEvent<HTMLDivElement>): void => {
    if (editing || at.row < 0) return;
    event.preventDefault();
    for (let column = range.first; column <= range.last; column++) if (!isThere(column)) return say(t('sheet.stillLoading'));
    const lines: string[][] = [];
    for (let row = range.top; row <= range.bottom; row++) {
      const cells: string[] = [];
      for (let column = range.first; column <= range.last; column++) cells.push(textOf(row, column));
      lines.push(cells);
    }
    event.clipboardData.setData('text/plain', writeTsv(lines));
    say(t('sheet.copied', { count: lines.length * (range.last - range.first + 1) }));
  };
  const onPaste = (event: ClipboardEvent<HTMLDivElement>): void => {
    if (editing) return;
    event.preventDefault();
    pasteAt(event.clipboardData.getData('text/plain'));
  };

  const placeOf = (target: EventTarget): Place | null => {
    const cell = (target as HTMLElement).closest<HTMLElement>('[data-column]');
    return cell && { row: Number(cell.dataset['row']), column: Number(cell.dataset['column']) };
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0 || (event.target as HTMLElement).closest('input')) return;
    const to = placeOf(event.target);
    if (!to || to.row < 0) return;
    isPointing.current = event.pointerType === 'mouse';
    if (event.shiftKey) event.preventDefault();
    go(to, event.shiftKey);
  };
  const onPointerOver = (event: PointerEvent<HTMLDivElement>): void => {
    if (!isPointing.current || event.buttons !== 1 || editing) return;
    const to = placeOf(event.target);
    if (to && to.row >= 0 && (to.row !== at.row || to.column !== at.column)) go(to, true);
  };
  const onFocus = (event: ReactFocusEvent<HTMLDivElement>): void => {
    setFocused(true);
    const to = placeOf(event.target);
    if (!to || (to.row === at.row && to.column === at.column)) return;
    setActive(to);
    setAnchor(to);
    tellActive(to);
  };

  const rowsIn: number[] = [];
  for (let index = view.rows.first; index <= view.rows.last; index++) rowsIn.push(index);
  if (at.row >= 0 && at.row < count && (at.row < view.rows.first || at.row > view.rows.last)) rowsIn.push(at.row);
  const rowsWidth = frozen + (starts.at(-1) ?? 0);
  const isSelecting = !isOne(range);
  const width = { width: rowsWidth };
  return (
    <div className={styles.around} onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && setFocused(false)}>
      <div
        ref={frame}
        className={styles.sheet}
        role="grid"
        aria-label={label}
        aria-rowcount={count + 2}
        aria-colcount={columns.length}
        aria-multiselectable
        aria-describedby={keysId}
        onScroll={look}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onCopy={onCopy}
        onPaste={onPaste}
        onPointerDown={onPointerDown}
        onPointerOver={onPointerOver}
        onPointerUp={() => (isPointing.current = false)}
        onDoubleClick={() => !editing && at.row >= 0 && at.row < count && edit(null)}
      >
        <div className={styles.wide} style={width}>
          <Head
            {...{ columns, widths, starts, sorting, onSort }}
            settings={state.current.head.settings}
            span={view.columns}
            active={at.row === -1 ? at.column : -1}
          />
          <div role="rowgroup" className={styles.body} style={{ height: count * ROW_HEIGHT }}>
            {rowsIn.map((index) => (
              <Row
                key={rows[index]}
                {...{ state, colleagues, marks, index, columns, widths, starts, filters, onDone }}
                onPasteRange={pasteAt}
                student={rows[index]!}
                span={view.columns}
                active={at.row === index ? at.column : -1}
                selected={isSelecting && index >= range.top && index <= range.bottom ? range : NOTHING}
                editing={at.row === index ? editing : null}
              />
            ))}
          </div>
          <AveragesRow {...{ state, columns, widths, starts }} index={count} span={view.columns} active={at.row === count ? at.column : -1} />
        </div>
      </div>
      {editing && <ColleagueGrade state={state} colleagues={colleagues} opening={editing.opening} anchor={() => cellOf(frame.current, at)} />}
      {hasFocus && !editing && at.row >= 0 && at.row < count && itemAt(at.column) !== null && (
        <Problem
          state={state}
          item={itemAt(at.column)!}
          student={rows[at.row]!}
          anchor={() => cellOf(frame.current, at)}
          onLeave={() => cellOf(frame.current, at)?.focus({ preventScroll: true })}
        />
      )}
      {why && <FigureWhy grades={state} {...why} onClose={() => setWhy(null)} />}
      <p id={keysId} hidden>
        {t('sheet.keys')}
      </p>
    </div>
  );
}

const cellOf = (frame: HTMLElement | null, { row, column }: Place): HTMLElement | null =>
  frame?.querySelector<HTMLElement>(`[data-row="${row}"][data-column="${column}"]`) ?? null;
