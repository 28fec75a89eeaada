import { memo } from 'react';
import type { Span } from '../../../../ui/grid/window.ts';
import { classes } from '../../../../ui/plain/classes.ts';
import { IconEye, IconEyeOff } from '../../../../ui/plain/icons.ts';
import { IconArrowDown, IconArrowUp } from '../icons.ts';
import type { BookAnswer } from '../book.ts';
import type { SheetColumn } from '../columns.ts';
import { t } from '../../../../base/t.ts';
import { gradebookDayOn } from '../../../../base/special-dates.ts';
import { dueText, pointsText } from '../words.ts';
import { columnsIn, HEAD_HEIGHT, isSame, placed } from './layout.ts';
import styles from './Sheet.module.css';

export interface Sorting {
  key: string;
  isDescending: boolean;
}

interface HeadProps {
  columns: readonly SheetColumn[];
  settings: BookAnswer['gradebook']['settings'];
  span: Span;
  widths: readonly number[];
  starts: readonly number[];
  active: number;
  sorting: Sorting;
  onSort: (key: string) => void;
}

/** The tall header row. An item shows its date, title, category and points. Clicking sorts by the column. */
export const Head = memo(
  function Head({ columns, settings, span, widths, starts, active, sorting, onSort }: HeadProps) {
    return (
      <div role="rowgroup" className={styles.head} style={{ height: HEAD_HEIGHT }}>
        <div role="row" aria-rowindex={1} className={styles.row}>
          {columnsIn(span, active).map((place) => {
            const column = columns[place];
            if (!column) return null;
            const isSorted = sorting.key === column.key;
            const Arrow = sorting.isDescending ? IconArrowDown : IconArrowUp;
            return (
              <div
                key={column.key}
                role="columnheader"
                className={classes(
                  styles.cell,
                  styles.headCell,
                  place === 0 && styles.frozen,
                  column.kind === 'item' && !column.item.isPosted && styles.unposted,
                )}
                aria-colindex={place + 1}
                aria-sort={isSorted ? (sorting.isDescending ? 'descending' : 'ascending') : undefined}
                data-row={-1}
                data-column={place}
                tabIndex={active === place ? 0 : -1}
                style={placed(place, widths, starts)}
                title={column.kind === 'item' ? column.item.title : undefined}
              >
                <button type="button" tabIndex={-1} className={styles.sort} onClick={() => onSort(column.key)}>
                  <HeadWords column={column} settings={settings} />
                  {isSorted && <Arrow size={16} className={styles.arrow} />}
                </button>
              </div>
            );
          })}
        </div>
      </div>
    );
  },
  (a, b) => (Object.keys(a) as (keyof HeadProps)[]).every((name) => (name === 'span' ? isSame(a.span, b.span) : a[name] === b[name])),
);

function HeadWords({ column, settings }: { column: SheetColumn; settings: HeadProps['settings'] }) {
  if (column.kind === 'name') return <b>{t('sheet.studentName')}</b>;
  if (column.kind === 'overall') {
    const Eye = settings.show_grade ? IconEye : IconEyeOff;
    return (
      <>
        <span className={styles.small}>{t('sheet.overall')}</span>
        <b className={styles.headTitle}>{t(`sheet.calculation.${settings.calculation_type}`)}</b>
        <span className={styles.small} title={t(settings.show_grade ? 'sheet.shownHint' : 'sheet.hiddenHint')}>
          <Eye size={14} /> {t(settings.show_grade ? 'sheet.shown' : 'sheet.hidden')}
        </span>
      </>
    );
  }
  if (column.kind === 'period') {
    const { name, start, end } = column.period;
    return (
      <>
        <span className={styles.small}>{t('sheet.mpg')}</span>
        <b className={styles.headTitle} dir="auto">
          {name ?? t('sheet.periodDays', { start: gradebookDayOn(start), end: gradebookDayOn(end) })}
        </b>
        <span className={styles.small}>{t('sheet.items', { count: column.itemCount })}</span>
      </>
    );
  }
  const { item } = column;
  const category = settings.categories.find(({ category_id }) => category_id === item.categoryId)?.category_name;
  const points = item.maxPoints === null ? t('sheet.noPoints') : pointsText(item.maxPoints);
  return (
    <>
      <span className={styles.small}>{item.isPosted ? dueText(item) : t('sheet.notPosted', { due: dueText(item) })}</span>
      <b className={styles.headTitle} dir="auto">
        {item.title}
      </b>
      <span className={styles.small} dir="auto">
        {category === undefined ? points : t('sheet.categoryPoints', { category, points })}
      </span>
    </>
  );
}
