import type { DashboardDeclaration, FilterValues } from '@classwright/contract';
import type { RawBuilder, SqlBool } from 'kysely';

/** Whose things a dashboard tells of: the only condition on rows, and the same for every figure. */
export type DashboardReach =
  | { readonly of: 'everything' }
  | { readonly of: 'school'; readonly schoolId: number }
  /** The classes that somebody teaches by now, and what is their own without a class. */
  | { readonly of: 'teacher'; readonly accountId: number }
  | { readonly of: 'student'; readonly accountId: number };

/** Whether so much is within reach that it is summed ahead, read person after person, and waits for its turn. */
export const isOfWholeSchool = ({ of }: DashboardReach): boolean => of === 'everything' || of === 'school';

/** What a call asks: within whose reach, and for which filters (null: not asked). */
export interface DashboardScope<D extends DashboardDeclaration = DashboardDeclaration> {
  readonly reach: DashboardReach;
  /** The moment of the call: what is over due then. */
  readonly now: Date;
  readonly filters: FilterValues<D>;
}

/** Rows that meet `is` count one each, or `sum` of them. */
export type FigureSql = { readonly is: RawBuilder<SqlBool> } | { readonly sum: RawBuilder<unknown> };

/** Sums that are kept: one row of `from` and `where` for several counted things, with how many of them meet each figure. */
export interface KeptSums<Figure extends string = string> {
  readonly from: RawBuilder<unknown>;
  readonly where: readonly RawBuilder<SqlBool>[];
  readonly figures: { readonly [F in Figure]: RawBuilder<unknown> };
  /** Which counted things are in no such row at this moment: those are counted one by one. */
  readonly rest: RawBuilder<SqlBool>;
}

/** How the first of many rows are read in the order of a column, without reading all. */
export interface OrderedRows {
  /** The same rows as those of `from`, by way of something that is in this order already. */
  readonly from: (order: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** The column as that `from` has it. */
  readonly column: RawBuilder<unknown>;
  /** Of what is equal by the column, on every page: a whole number that comes before the rows' own ids. */
  readonly next: RawBuilder<unknown>;
}

/** What is counted: one row of `from` and `where` for each counted thing, never two. */
export interface DashboardSource<Figure extends string = string, Column extends string = string> {
  readonly from: RawBuilder<unknown>;
  /** Where so much is counted that it is summed ahead. */
  readonly kept?: KeptSums<Figure> | undefined;
  readonly ordered?: { readonly [C in Column]?: OrderedRows } | undefined;
  readonly where: readonly RawBuilder<SqlBool>[];
  /** A whole number that no other row has; by it rows of equal rank keep their order. */
  readonly id: RawBuilder<unknown>;
  /** What stands in the address that a row opens; null: it opens nothing. */
  readonly link: RawBuilder<unknown>;
  readonly figures: { readonly [F in Figure]: FigureSql };
  readonly columns: { readonly [C in Column]: RawBuilder<unknown> };
}

type FiguresOver<D extends DashboardDeclaration, R> = {
  [F in keyof D['figures']]: D['figures'][F]['kind'] extends 'mean' ? never : D['figures'][F]['rows'] extends R ? F : never;
}[keyof D['figures']] &
  string;

/** The SQL of a dashboard: a figure or a column without its own does not compile. */
export type SourcesOf<D extends DashboardDeclaration> = {
  readonly [R in keyof D['rows']]: (scope: DashboardScope<D>) => DashboardSource<FiguresOver<D, R>, keyof D['rows'][R]['columns'] & string>;
};
export type AnySources = Readonly<Record<string, (scope: DashboardScope) => DashboardSource>>;
