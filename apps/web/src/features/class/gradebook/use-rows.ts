import { useMemo, useSyncExternalStore } from 'react';
import { countWithoutCategory } from './book.ts';
import { chooseItems, type SheetColumn, toColumns } from './columns.ts';
import type { GradebookState } from './gradebook-state.ts';
import { hasCellFilters, isMatch, sortPlaces } from './rows.ts';
import type { GradebookSearch } from './search.ts';
import type { Sorting } from './sheet/Head.tsx';

export interface Shown {
  columns: SheetColumn[];
  rows: number[];
  items: number[];
  /** True when the request needs the whole gradebook, which is not loaded yet. The rows are then all, by name. */
  isWaiting: boolean;
}

const NAME = 'name';
const nothing = () => () => undefined;
/** Returns true when all cells of the gradebook are loaded. */
export function useIsWhole(grades: GradebookState | null): boolean {
  return useSyncExternalStore(grades?.subscribe ?? nothing, () => grades?.current.isWhole ?? false);
}

/** Counts the graded items without a category. */
export function useWithoutCategory(grades: GradebookState | null): number {
  return useSyncExternalStore(grades?.subscribe ?? nothing, () => (grades ? countWithoutCategory(grades.current) : 0));
}

/** Checks whether rows can be sorted this way with what is loaded. */
export const canSort = ({ current: { isWhole, items, itemAt } }: GradebookState, key: string): boolean =>
  isWhole || key === NAME || items[itemAt.get(Number(/^item-(\d+)$/.exec(key)?.[1])) ?? -1]?.isLoaded === true;

export const sortingOf = ({ sort = NAME, direction }: GradebookSearch): Sorting => ({ key: sort, isDescending: direction === 'desc' });

const all = ({ current }: GradebookState, { left }: GradebookSearch): number[] =>
  current.students.flatMap(({ hasLeft }, place) => (hasLeft && !left ? [] : [place]));

function rowsOf(grades: GradebookState, items: readonly number[], search: GradebookSearch): number[] {
  const book = grades.current;
  const rows = all(grades, search);
  if (!hasCellFilters(search)) return rows;
  const now = grades.now();
  return rows.filter((student) => items.some((item) => isMatch(book.items[item]!, grades.cell(item, student), search, now)));
}

function sorted(grades: GradebookState, rows: number[], columns: readonly SheetColumn[], { key, isDescending }: Sorting): number[] {
  const column = columns.find((one) => one.key === key);
  if (!column || column.kind === 'name') return key === NAME && isDescending ? [...rows].reverse() : rows;
  if (column.kind === 'item') return sortPlaces(rows, (student) => grades.cell(column.place, student).grade, isDescending);
  return sortPlaces(rows, (student) => grades.estimateOf(student, column.kind === 'overall' ? 'overall' : column.place), isDescending);
}

/**
 * Returns the rows and columns left by the address's filters and order. They are recomputed when these change or a new
 * gradebook arrives, but not while typing, so that no row disappears during an edit.
 */
export function useShown(grades: GradebookState, search: GradebookSearch): Shown {
  useSyncExternalStore(grades.subscribe, grades.getBookVersion);
  const book = grades.current;
  const periods = grades.chosenPeriods;
  const asked = JSON.stringify(search);
  return useMemo(() => {
    const said = JSON.parse(asked) as GradebookSearch;
    const items = chooseItems(book.items, { periods, dates: said.date_range, category: said.category });
    const columns = toColumns(book, periods, items);
    const isWaiting = !book.isWhole && (hasCellFilters(said) || said.what_if === true || !canSort(grades, sortingOf(said).key));
    return { items, columns, isWaiting, rows: isWaiting ? all(grades, said) : sorted(grades, rowsOf(grades, items, said), columns, sortingOf(said)) };
  }, [grades, book, periods, asked]);
}
