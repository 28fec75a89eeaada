import { type Book, counts, type Item } from './book.ts';
import { NO_PERIOD } from './search.ts';

/** A marking period, or any two days. */
export interface Period {
  /** The key in the address. */
  key: string;
  name: string | null;
  start: string;
  end: string;
}

/** A column of the sheet. */
export type SheetColumn =
  | { kind: 'name'; key: 'name' }
  | { kind: 'overall'; key: 'overall' }
  /** A figure of a period. `place`: the position among the chosen periods. */
  | { kind: 'period'; key: string; place: number; period: Period; itemCount: number }
  /** An item. `place`: the position among the book's items. */
  | { kind: 'item'; key: string; place: number; item: Item };

type PeriodView = Book['head']['periods'][number];
const toPeriod = ({ id, name, start_date, end_date }: PeriodView): Period => ({ key: String(id), name, start: start_date, end: end_date });

/**
 * Returns the marking periods that the address names, or those that contain today if it names none. Unknown ones are
 * left out.
 */
export function choosePeriods(known: readonly PeriodView[], asked: readonly string[] | undefined, today: string): Period[] {
  if (!asked) return known.filter(({ start_date, end_date }) => start_date <= today && today <= end_date).map(toPeriod);
  return asked.flatMap((key) => {
    if (key === NO_PERIOD) return [];
    const [, start = '', end = ''] = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/.exec(key) ?? [];
    if (start !== '') return start <= end ? [{ key, name: null, start, end }] : [];
    const found = known.find(({ id }) => String(id) === key);
    return found ? [toPeriod(found)] : [];
  });
}

export const isIn = ({ start, end }: Pick<Period, 'start' | 'end'>, day: string | null): boolean => day !== null && start <= day && day <= end;

export interface ColumnFilters {
  periods: readonly Period[];
  dates?: readonly string[] | undefined;
  category?: number | undefined;
}

/** Returns the positions of the items that match period, due date and category. */
export function chooseItems(items: readonly Item[], { periods, dates, category }: ColumnFilters): number[] {
  const [from, to = from] = dates ?? [];
  return items.flatMap((item, place) => {
    if (periods.length > 0 && !periods.some((period) => isIn(period, item.periodDate))) return [];
    if (from !== undefined && to !== undefined && (item.dueDate === null || item.dueDate < from || item.dueDate > to)) return [];
    if (category !== undefined && (item.categoryId ?? 0) !== category) return [];
    return [place];
  });
}

export function toColumns({ items }: Pick<Book, 'items'>, periods: readonly Period[], shown: readonly number[]): SheetColumn[] {
  return [
    { kind: 'name', key: 'name' },
    { kind: 'overall', key: 'overall' },
    ...periods.map(
      (period, place): SheetColumn => ({
        ...{ kind: 'period', key: `period-${period.key}`, place, period },
        itemCount: items.filter((item) => counts(item) && isIn(period, item.periodDate)).length,
      }),
    ),
    ...shown.map((place): SheetColumn => ({ kind: 'item', key: `item-${items[place]!.id}`, place, item: items[place]! })),
  ];
}
