import type { MessageKey, ReferenceList, Translate } from '@classwright/contract';
import type { Expression, SqlBool } from 'kysely';
import type { Db, Tx } from '../database/index.ts';
import type { Actor } from '../http/index.ts';

/** A row in the form of its list's responses. */
export type AnyRow = Record<string, unknown> & { id: number; created_at: string; updated_at: string };
/** Values of fields that can be written. */
export type Values = Record<string, unknown>;

/** The writer, the transaction and the call. */
export interface ListCall {
  readonly tx: Tx;
  readonly actor: Actor;
  readonly requestId: string;
}

/** The rows of a table: all, or those that meet a condition, which calls the table `t`. */
export type RowScope = 'all' | Expression<SqlBool>;

/** Returns the rows that a person may access. */
export type RowCondition = (actor: Actor) => RowScope;

/**
 * The rules of a list beyond its definition. All hooks of a write run in its transaction; one that throws undoes it.
 */
export interface ListHooks<Row extends AnyRow = AnyRow> {
  /** The rows that this person may see. Any other row counts as missing. */
  visible?: RowCondition;
  /** The condition for the definition's own `query`. Null: none. */
  matching?: (db: Db, actor: Actor, input: Readonly<Record<string, unknown>>) => Promise<Expression<SqlBool> | null>;
  /** For each field, the rows that this person may choose. Anything else is refused at the field as missing. */
  choosable?: Readonly<Record<string, RowCondition>>;
  /** Wraps a whole write, before the row is locked. */
  around?: <T>(call: ListCall, write: () => Promise<T>) => Promise<T>;
  /** Runs before a row is created (`before` is null) or changed. May refuse, and may return other values to save. */
  beforeSave?: (call: ListCall, save: { before: Row | null; values: Values }) => Promise<Values | undefined>;
  /** After the row is saved. Returns warnings, as packed messages. */
  afterSave?: (call: ListCall, saved: { before: Row | null; after: Row }) => Promise<string[] | undefined>;
  /**
   * Runs after rows were created, changed, archived or restored, once for all of a write. For a changed row it gets
   * both the old and the new version.
   */
  onChanged?: (call: ListCall, rows: readonly Row[]) => Promise<void>;
  /** Runs after a school's copy of a shared row was made. May refuse. */
  afterCopy?: (call: ListCall, copied: { from: Row; to: Row }) => Promise<void>;
  /** Runs before a row is deleted. May refuse. */
  mayDelete?: (call: ListCall, row: Row) => Promise<void>;
  /** Adds the fields that the definition calls `extra`, row by row. */
  extend?: (db: Db, rows: readonly Row[]) => Promise<readonly Record<string, unknown>[]>;
}

/** The parameters for a list's writes: its definition, its hooks, the school's texts. */
export interface ListService {
  list: ReferenceList;
  hooks: ListHooks;
  t: Translate<MessageKey>;
}
