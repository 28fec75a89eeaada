import type { RawBuilder } from 'kysely';
import type { ReadClass } from '../../../../platform/readings/index.ts';

export type Sql = RawBuilder<unknown>;

/** A field that filters and sort orders can use: an expression over `row`, and how its values are parsed. */
export interface Comparable {
  type: 'text' | 'instant' | 'day' | 'number' | 'flag';
  value: Sql;
  /** Returns a condition that finds records by a sourcedId without computing everybody's. */
  is?: (sourcedId: string) => Sql;
}

/** A collection of the standard, as expressions: nothing is read before a page is requested. */
export interface Collection {
  /** Selects the rows, each as `row`. */
  rows: Sql;
  /** The person whom a row is about, and what it says about them. Null for collections about nobody. */
  about: { person: Sql; of: readonly ReadClass[] } | null;
  /** The expression that orders rows of equal rank, so that the order is stable. */
  tie: Sql;
  /** True for `tie` being the number of a row in an index. A page of the usual order then goes on from the last one by it. */
  isKeyed?: boolean;
  /** The fields of a record, in order, as JSON over `row`. */
  fields: Readonly<Record<string, Sql>>;
  comparables: Readonly<Record<string, Comparable>>;
}
