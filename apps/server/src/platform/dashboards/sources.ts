import type { DashboardDeclaration, FilterValues } from '@classwright/contract';
import type { RawBuilder, SqlBool } from 'kysely';

/** The reach of a dashboard: the only condition on whose rows count, and the same for every figure. */
export type DashboardReach =
  | { readonly of: 'everything' }
  | { readonly of: 'school'; readonly schoolId: number }
  /** The classes that a teacher currently teaches, and their own data without a class. */
  | { readonly of: 'teacher'; readonly accountId: number }
  | { readonly of: 'student'; readonly accountId: number };

/**
 * Returns true when the reach is so large that it is summed ahead, read person after person, and waits for its turn.
 */
export const isOfWholeSchool = ({ of }: DashboardReach): boolean => of === 'everything' || of === 'school';

/** The scope of a call: its reach and its filters (null: not set). */
export interface DashboardScope<D extends DashboardDeclaration = DashboardDeclaration> {
  readonly reach: DashboardReach;
  /** The moment of the call, for deciding what is overdue. */
  readonly now: Date;
  readonly filters: FilterValues<D>;
}

/** Rows that meet `is` count one each; otherwise `sum` of them is added. */
export type FigureSql = { readonly is: RawBuilder<SqlBool> } | { readonly sum: RawBuilder<unknown> };

/**
 * Sums that are kept: one row of `from` and `where` for several counted things, with the number of those that meet each
 * figure.
 */
export interface KeptSums<Figure extends string = string> {
  readonly from: RawBuilder<unknown>;
  readonly where: readonly RawBuilder<SqlBool>[];
  readonly figures: { readonly [F in Figure]: RawBuilder<unknown> };
  /** The condition for counted things that are in no kept row at this moment. They are counted one by one. */
  readonly rest: RawBuilder<SqlBool>;
}

/** The way to read the first of many rows in the order of a column, without reading all. */
export interface OrderedRows {
  /** The rows of `from`, joined to a relation that is already in this order. */
  readonly from: (order: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** The column's expression in that `from`. */
  readonly column: RawBuilder<unknown>;
  /** The second sort key for rows with equal values, on every page: an integer that comes before the rows' own ids. */
  readonly next: RawBuilder<unknown>;
}

/** The counted rows: one row of `from` and `where` for each counted thing, never two. */
export interface DashboardSource<Figure extends string = string, Column extends string = string> {
  readonly from: RawBuilder<unknown>;
  /** The kept sums, for sources too large to count each time. */
  readonly kept?: KeptSums<Figure> | undefined;
  readonly ordered?: { readonly [C in Column]?: OrderedRows } | undefined;
  readonly where: readonly RawBuilder<SqlBool>[];
  /** A unique integer. Rows of equal rank keep their order by it. */
  readonly id: RawBuilder<unknown>;
  /** The part of the address that a row opens, or null when it opens nothing. */
  readonly link: RawBuilder<unknown>;
  /** The id of the person whom a row is about. Missing for rows about no single person. */
  readonly person?: RawBuilder<unknown>;
  readonly figures: { readonly [F in Figure]: FigureSql };
  readonly columns: { readonly [C in Column]: RawBuilder<unknown> };
}

type FiguresOver<D extends DashboardDeclaration, R> = {
  [F in keyof D['figures']]: D['figures'][F]['kind'] extends 'mean' ? never : D['figures'][F]['rows'] extends R ? F : never;
}[keyof D['figures']] &
  string;

/** The SQL of a dashboard. A figure or a column without SQL does not compile. */
export type SourcesOf<D extends DashboardDeclaration> = {
  readonly [R in keyof D['rows']]: (scope: DashboardScope<D>) => DashboardSource<FiguresOver<D, R>, keyof D['rows'][R]['columns'] & string>;
};
export type AnySources = Readonly<Record<string, (scope: DashboardScope) => DashboardSource>>;
