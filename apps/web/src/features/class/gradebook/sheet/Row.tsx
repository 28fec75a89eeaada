import { memo, useCallback, useSyncExternalStore } from 'react';
import type { Span } from '../../../../ui/grid/window.ts';
import { Avatar } from '../../../../ui/plain/Avatar.tsx';
import { classes } from '../../../../ui/plain/classes.ts';
import { IconUserMinus } from '../icons.ts';
import { standingOf, takesGrades } from '../book.ts';
import { ColleagueMark } from '../colleagues/ColleagueMark.tsx';
import type { Colleagues } from '../colleagues/colleagues.ts';
import type { CellMarks } from '../cell-marks.ts';
import type { SheetColumn } from '../columns.ts';
import type { GradebookState } from '../gradebook-state.ts';
import { type CellFilters, hasCellFilters, isMatch } from '../rows.ts';
import { t } from '../../../../base/t.ts';
import { figureText, percentText } from '../words.ts';
import { ItemCell, NoteMark, Tag } from './Cell.tsx';
import { type Editing, Editor } from './Editor.tsx';
import { NotLoaded } from './NotLoaded.tsx';
import { columnsIn, isSame, placed, ROW_HEIGHT } from './layout.ts';
import styles from './Sheet.module.css';

export interface RowProps {
  state: GradebookState;
  colleagues: Colleagues;
  marks: CellMarks;
  /** The student's place in the book and the row's place in the sheet. */
  student: number;
  index: number;
  columns: readonly SheetColumn[];
  span: Span;
  widths: readonly number[];
  starts: readonly number[];
  /** The focused column; -1 for none in this row. */
  active: number;
  /** The selected columns of this row; none when `last` is before `first`. */
  selected: Span;
  editing: Editing | null;
  filters: CellFilters;
  onDone: (typed: string | null, key: string, shiftKey: boolean) => void;
  onPasteRange: (text: string) => void;
}

const READ_ONLY = { 'aria-readonly': true };

/** One student's row. It renders again only when the student's data or the visible columns change. */
export const Row = memo(
  function Row({
    state,
    colleagues,
    marks,
    student,
    index,
    columns,
    span,
    widths,
    starts,
    active,
    selected,
    editing,
    filters,
    onDone,
    onPasteRange,
  }: RowProps) {
    const person = state.current.students[student];
    const id = person?.id ?? 0;
    useSyncExternalStore(
      useCallback((listener: () => void) => state.subscribeRow(id, listener), [state, id]),
      () => state.rowVersion(id),
    );
    if (!person) return null;
    const figures = state.figuresOf(student);
    const now = state.now();
    const isFiltered = hasCellFilters(filters);
    return (
      <div
        role="row"
        aria-rowindex={index + 2}
        className={classes(styles.row, active >= 0 && styles.rowOn)}
        style={{ height: ROW_HEIGHT, transform: `translateY(${index * ROW_HEIGHT}px)` }}
      >
        {columnsIn(span, active).map((place) => {
          const column = columns[place];
          if (!column) return null;
          const common = {
            'aria-colindex': place + 1,
            'data-row': index,
            'data-column': place,
            tabIndex: active === place ? 0 : -1,
            style: placed(place, widths, starts),
            'aria-selected': place >= selected.first && place <= selected.last ? true : undefined,
          };
          if (column.kind === 'name')
            return (
              <div key={column.key} role="rowheader" className={classes(styles.cell, styles.frozen)} {...common}>
                <Avatar name={person.name} size="s" />
                <span className={styles.name} dir="auto">
                  {person.name}
                </span>
                {person.hasLeft && (
                  <Tag hue="gray" icon={IconUserMinus}>
                    {t('sheet.left')}
                  </Tag>
                )}
              </div>
            );
          if (column.kind !== 'item') {
            const figure = (column.kind === 'overall' ? figures?.overall : figures?.periods[column.place]) ?? null;
            return (
              <div key={column.key} role="gridcell" className={classes(styles.cell, styles.figure)} {...common} {...READ_ONLY}>
                {figures === null ? (
                  <NotLoaded />
                ) : figure === null ? (
                  <span className={styles.none}>{t('sheet.nothing')}</span>
                ) : column.kind === 'overall' ? (
                  percentText(figure)
                ) : (
                  figureText(figure)
                )}
              </div>
            );
          }
          const { item } = column;
          const seen = state.seen(column.place, student);
          const isUnassigned = seen.isLoaded && standingOf(item, seen, now) === 'unassigned';
          const isWrong = seen.edit !== undefined && seen.edit.state !== 'waiting' && seen.edit.state !== 'sending';
          return (
            <div
              key={column.key}
              role="gridcell"
              aria-invalid={isWrong || undefined}
              className={classes(
                styles.cell,
                isUnassigned && styles.unassigned,
                isWrong && styles.wrong,
                !item.isPosted && styles.unposted,
                isFiltered && !isMatch(item, seen, filters, now) && styles.dim,
              )}
              {...common}
              {...(isUnassigned || !seen.isLoaded || person.hasLeft || !takesGrades(item) ? READ_ONLY : undefined)}
            >
              {editing && active === place ? (
                <Editor
                  label={t('sheet.editorLabel', { student: person.name, item: item.title })}
                  editing={editing}
                  maxPoints={item.maxPoints}
                  onDone={onDone}
                  onPasteRange={onPasteRange}
                />
              ) : !seen.isLoaded ? (
                <NotLoaded />
              ) : (
                <>
                  <ItemCell item={item} seen={seen} now={now} differs={marks.differs(item.id, id)} />
                  {seen.hasNote && <NoteMark />}
                </>
              )}
              <ColleagueMark colleagues={colleagues} itemId={item.id} studentId={id} />
            </div>
          );
        })}
      </div>
    );
  },
  (a, b) => (Object.keys(a) as (keyof RowProps)[]).every((name) => (name === 'span' || name === 'selected' ? isSame(a[name], b[name]) : a[name] === b[name])),
);
