import type { ReactNode } from 'react';
import type { RowKey } from './selection.ts';
import type { Selection } from './use-selection.ts';

export interface Column<Row> {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** Figures stand at the right. */
  align?: 'end';
  /** Short facts that stay on one line: dates, names of classes. */
  nowrap?: boolean;
  /** On a card: a line without its header, before the title (what chooses the row), at the end of the title's line (what can be done with it), or not at all. */
  card?: 'bare' | 'lead' | 'aside' | 'hidden';
  /** Rows can be sorted by it. */
  sortable?: boolean;
  /** Names the row: its heading for screen readers and on a card. The first column unless one says so. */
  heading?: boolean;
  /** In pixels, where all rows stand in one scroll; what is usual for its kind unless said. */
  width?: number;
}

export interface Sorting {
  column: string;
  direction: 'asc' | 'desc';
  onSort: (column: string, direction: 'asc' | 'desc') => void;
}

/** Rows that something can be done with together. */
export interface Selecting<Row> {
  of: Selection;
  /** Names a row, for its checkbox. */
  nameOf: (row: Row) => string;
  /** What can be done with the selected rows: small buttons. */
  actions: ReactNode;
  /** False: rows of pages, never "all found". */
  offersAll?: boolean;
}

/** What a list in one scroll draws: the table's own columns, orders, selection and words for nothing. */
export interface ScrollView<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => RowKey;
  renderOpen?: ((row: Row, words: ReactNode, className: string) => ReactNode) | undefined;
  sorting?: Sorting | undefined;
  selecting?: Selecting<Row> | undefined;
  empty: ReactNode;
}

export const headingOf = <Row>(columns: readonly Column<Row>[]): Column<Row> | undefined => columns.find(({ heading }) => heading) ?? columns[0];
