import { useSyncExternalStore } from 'react';
import type { Span } from '../../../../ui/grid/window.ts';
import { classes } from '../../../../ui/plain/classes.ts';
import type { SheetColumn } from '../columns.ts';
import type { GradebookState } from '../gradebook-state.ts';
import { t } from '../../../../base/t.ts';
import { figureText, percentText } from '../words.ts';
import { NotLoaded } from './NotLoaded.tsx';
import { columnsIn, placed, ROW_HEIGHT } from './layout.ts';
import styles from './Sheet.module.css';

interface AveragesProps {
  state: GradebookState;
  index: number;
  columns: readonly SheetColumn[];
  span: Span;
  widths: readonly number[];
  starts: readonly number[];
  active: number;
}

/** The last row: the averages of the whole class, regardless of filters. */
export function AveragesRow({ state, index, columns, span, widths, starts, active }: AveragesProps) {
  useSyncExternalStore(state.subscribe, state.getVersion);
  const averages = state.classAverages();
  const { isWhole, items } = state.current;
  const isThere = (column: SheetColumn): boolean => (column.kind === 'item' ? items[column.place]?.isLoaded === true : column.kind === 'name' || isWhole);
  const text = (column: SheetColumn): string => {
    switch (column.kind) {
      case 'name':
        return t('sheet.average');
      case 'overall':
        return percentText(averages?.overall ?? null);
      case 'period':
        return figureText(averages?.periods[column.place] ?? null);
      case 'item':
        return figureText(state.itemAverage(column.place));
    }
  };
  return (
    <div role="rowgroup" className={styles.foot} style={{ height: ROW_HEIGHT }}>
      <div role="row" aria-rowindex={index + 2} className={styles.row}>
        {columnsIn(span, active).map((place) => {
          const column = columns[place];
          return (
            column && (
              <div
                key={column.key}
                role={place === 0 ? 'rowheader' : 'gridcell'}
                className={classes(styles.cell, place === 0 && styles.frozen)}
                aria-colindex={place + 1}
                data-row={index}
                data-column={place}
                tabIndex={active === place ? 0 : -1}
                style={placed(place, widths, starts)}
              >
                {isThere(column) ? text(column) : <NotLoaded />}
              </div>
            )
          );
        })}
      </div>
    </div>
  );
}
