import type { ReactNode } from 'react';
import type { RowKey } from './selection.ts';
import type { Selection } from './use-selection.ts';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Aligns figures to the right. */
  align?: 'end';
  /** Keeps short facts on one line: dates, names of classes. */
  nowrap?: boolean;
  /**
   * The place on a card: a line without its header, before the title (the checkbox), at the end of the title's line
   * (the actions), or hidden.
   */
  card?: 'bare' | 'lead' | 'aside' | 'hidden';
  /** True when rows can be sorted by it. */
  sortable?: boolean;
  /** True for what few people look for, such as the days of making and updating: drawn when all columns are asked for. */
  extra?: boolean;
  /** True when it is drawn only where rows differ in it, such as the school of people of several schools. */
  differs?: boolean;
  /** True when it names the row, as its heading for screen readers and on a card. The default is the first column. */
  heading?: boolean;
  /** The width in pixels when all rows are in one scroll. The default depends on the kind. */
  width?: number;
}

export interface Sorting {
  column: string;
  direction: 'asc' | 'desc';
  onSort: (column: string, direction: 'asc' | 'desc') => void;
}

/** The selection of rows for a common action. */
export interface Selecting<Row> {
  of: Selection;
  /** Returns the name of a row, for its checkbox. */
  nameOf: (row: Row) => string;
  /** The actions for the selected rows: small buttons. */
  actions: ReactNode;
  /** False to allow only rows of pages, never "all found". */
  offersAll?: boolean;
}

/** The parts of the table for a list in one scroll: its columns, sorting, selection and empty state. */
export interface ScrollView<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => RowKey;
  renderOpen?: ((row: Row, words: ReactNode, className: string) => ReactNode) | undefined;
  sorting?: Sorting | undefined;
  selecting?: Selecting<Row> | undefined;
  empty: ReactNode;
}

/**
 * Returns the columns to draw unless all are asked for: without the extra ones, and without those that say the same of
 * every row, but for the one that sorts the rows.
 */
export const chooseColumns = <Row>(columns: readonly Column<Row>[], rows: readonly Row[], sorting: Sorting | undefined): readonly Column<Row>[] =>
  columns.filter(({ extra, differs, key, cell }) => !extra && (!differs || key === sorting?.column || rows.length < 2 || new Set(rows.map(cell)).size > 1));

/** Returns true for what draws nothing. */
export const isNothing = (words: ReactNode): boolean => words === null || words === undefined || words === '' || words === false;

const says = (words: ReactNode): boolean => !isNothing(words) && words !== 0;

/**
 * Returns the columns that say something of at least one row: one that is empty for all of them only takes room. The
 * heading and the column that sorts the rows stay.
 */
export const fillColumns = <Row>(columns: readonly Column<Row>[], rows: readonly Row[], sorting: Sorting | undefined): readonly Column<Row>[] =>
  columns.filter((column) => column === headingOf(columns) || column.key === sorting?.column || rows.some((row) => says(column.cell(row))));

export const headingOf = <Row>(columns: readonly Column<Row>[]): Column<Row> | undefined => columns.find(({ heading }) => heading) ?? columns[0];
