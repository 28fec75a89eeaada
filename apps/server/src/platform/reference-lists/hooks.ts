import type { MessageKey, ReferenceList, Translate } from '@classwright/contract';
import type { Expression, SqlBool } from 'kysely';
import type { Db, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';

/** A row as its list's answers carry it. */
export type AnyRow = Record<string, unknown> & { id: number; created_at: string; updated_at: string };
/** Values of fields that can be written. */
export type Values = Record<string, unknown>;

/** Who writes, in which transaction, in which call. */
export interface ListCall {
  readonly tx: Tx;
  readonly actor: Actor;
  readonly requestId: string;
}

/** Rows of a table: all of them, or those that a condition holds for; it calls the table `t`. */
export type RowScope = 'all' | Expression<SqlBool>;

/** Which rows somebody may come near. */
export type RowCondition = (actor: Actor) => RowScope;

/**
 * What a list needs beside its definition. All hooks of a write run in its transaction; one that throws undoes it.
 */
export interface ListHooks<Row extends AnyRow = AnyRow> {
  /** Rows that this person may know of. Any other row counts as missing. */
  visible?: RowCondition;
  /** Of those, the rows that the definition's own `query` asks for; null: all of them. */
  matching?: (db: Db, actor: Actor, input: Readonly<Record<string, unknown>>) => Promise<Expression<SqlBool> | null>;
  /** By field: what this person may point at. Anything else is refused at the field, as if it were missing. */
  choosable?: Readonly<Record<string, RowCondition>>;
  /** Wraps a whole write, before the row is locked. */
  around?: <T>(call: ListCall, write: () => Promise<T>) => Promise<T>;
  /** Before a row is made (`before` null) or changed. May refuse, and may answer other values to save. */
  beforeSave?: (call: ListCall, save: { before: Row | null; values: Values }) => Promise<Values | undefined>;
  /** After the row is saved. Returns warnings, as packed messages. */
  afterSave?: (call: ListCall, saved: { before: Row | null; after: Row }) => Promise<string[] | undefined>;
  /** After rows were made, changed, put away or brought back, all of one write at once; of a changed one both what it was and what it is. */
  onChanged?: (call: ListCall, rows: readonly Row[]) => Promise<void>;
  /** Before a row is deleted. May refuse. */
  mayDelete?: (call: ListCall, row: Row) => Promise<void>;
  /** Fills in what the definition calls `extra`, row by row. */
  extend?: (db: Db, rows: readonly Row[]) => Promise<readonly Record<string, unknown>[]>;
}

/** What a list's writes need: its definition, its hooks, the school's words. */
export interface ListService {
  list: ReferenceList;
  hooks: ListHooks;
  t: Translate<MessageKey>;
}
