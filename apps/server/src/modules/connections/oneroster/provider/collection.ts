import type { RawBuilder } from 'kysely';

export type Sql = RawBuilder<unknown>;

/** What can stand in a filter or order records: an expression over `row`, and how its values are read. */
export interface Comparable {
  type: 'text' | 'instant' | 'day' | 'number' | 'flag';
  value: Sql;
  /** Finds records by a sourcedId without computing everybody's. */
  is?: (sourcedId: string) => Sql;
}

/** A collection of the standard, as expressions: nothing of it is read before a page is asked for. */
export interface Collection {
  /** Gives the rows, each as `row`. */
  rows: Sql;
  /** What tells rows of equal rank apart, always in the same way. */
  tie: Sql;
  /** The fields of a record, in their order, as JSON over `row`. */
  fields: Readonly<Record<string, Sql>>;
  comparables: Readonly<Record<string, Comparable>>;
}
