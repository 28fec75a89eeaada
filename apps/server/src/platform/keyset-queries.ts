import { type Block, type BlockRequest, MAX_COUNTED_ROWS } from '@classwright/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from './database/index.ts';
import { type CursorValues, type KeyKind, parseCursor, toCursor } from './keyset.ts';

type Sql = RawBuilder<unknown>;

/** A value that rows are ordered by. The last one of an order is unique for each row. */
export interface SortKey {
  readonly value: Sql;
  readonly kind: KeyKind;
  readonly direction: 'asc' | 'desc';
  /** The position of rows without a value. `none`: every row has one. */
  readonly nulls: 'first' | 'last' | 'none';
}

/** The parts of a statement that reads a block. */
export interface BlockParts {
  /** The condition for rows on this side of the cursor. */
  readonly condition: Sql;
  /** The clause after ORDER BY, needed again wherever the rows are joined with others. */
  readonly order: Sql;
  /** The LIMIT and OFFSET clauses. */
  readonly limit: Sql;
  /** The expression to select as `cursor` for rows that are returned, not for rows that are only skipped. */
  readonly cursor: Sql;
}

export interface BlockSource<Row> {
  /** The name of the order, such as "email.asc". A cursor of another order is refused. */
  readonly order: string;
  readonly keys: readonly SortKey[];
  readonly select: (parts: BlockParts) => RawBuilder<Row & { cursor: CursorValues }>;
  /** Selects `total`, and stops counting at the given maximum. */
  readonly count: (most: number) => RawBuilder<{ total: number }>;
}

const turned = (key: SortKey): SortKey => ({
  ...key,
  direction: key.direction === 'asc' ? 'desc' : 'asc',
  nulls: key.nulls === 'none' ? 'none' : key.nulls === 'first' ? 'last' : 'first',
});

/**
 * Returns a sort key for ORDER BY. It also states PostgreSQL's default position of nulls, so that an index of that
 * order is used.
 */
export const orderedBy = ({ value, direction, nulls }: SortKey): Sql =>
  sql`${value} ${sql.raw(direction === 'asc' ? 'ASC' : 'DESC')}${sql.raw(nulls === 'none' ? '' : nulls === 'first' ? ' NULLS FIRST' : ' NULLS LAST')}`;

/** Returns the condition for rows after a value of one key, or null when no row can be. */
function afterOne({ value, direction, nulls }: SortKey, at: string | null): Sql | null {
  if (at === null) return nulls === 'first' ? sql`${value} IS NOT NULL` : null;
  const beyond = direction === 'asc' ? sql`${value} > ${at}` : sql`${value} < ${at}`;
  return nulls === 'last' ? sql`(${beyond} OR ${value} IS NULL)` : beyond;
}

const equalTo = ({ value }: SortKey, at: string | null): Sql => (at === null ? sql`${value} IS NULL` : sql`${value} = ${at}`);

/**
 * Returns the condition for rows after a position in an order. When all keys have the same direction and have values,
 * it is one row comparison that can use an index.
 */
function isAfter(keys: readonly SortKey[], at: CursorValues): Sql {
  const [first] = keys;
  if (first && keys.every(({ direction, nulls }, index) => direction === first.direction && nulls === 'none' && at[index] !== null)) {
    const [own, given] = [sql.join(keys.map(({ value }) => value)), sql.join(at.map((value) => sql`${value}`))];
    return first.direction === 'asc' ? sql`ROW(${own}) > ROW(${given})` : sql`ROW(${own}) < ROW(${given})`;
  }
  const ways = keys.flatMap((key, index) => {
    const beyond = afterOne(key, at[index] ?? null);
    return beyond ? [sql`(${sql.join([...keys.slice(0, index).map((before, place) => equalTo(before, at[place] ?? null)), beyond], sql` AND `)})`] : [];
  });
  return ways.length === 0 ? sql`false` : sql`(${sql.join(ways, sql` OR `)})`;
}

/**
 * Reads a block of a list. A block with a cursor is found by it, in either direction. Any other is found by skipping
 * rows, and includes the length of the list. @throws 422 for a cursor of another order
 */
export async function readBlock<Row extends object>(db: Db, { after, before, skip, limit }: BlockRequest, source: BlockSource<Row>): Promise<Block<Row>> {
  const kinds = source.keys.map(({ kind }) => kind);
  const at =
    after !== undefined ? parseCursor('after', after, source.order, kinds) : before !== undefined ? parseCursor('before', before, source.order, kinds) : null;
  const isBackward = after === undefined && before !== undefined;
  const keys = isBackward ? source.keys.map(turned) : source.keys;
  const statement = source.select({
    condition: at ? isAfter(keys, at) : sql`true`,
    order: sql.join(keys.map(orderedBy)),
    limit: sql`LIMIT ${limit + 1} OFFSET ${skip}`,
    cursor: sql`ARRAY[${sql.join(keys.map(({ value }) => sql`(${value})::text`))}]`,
  });
  const [{ rows: found }, counted] = await Promise.all([statement.execute(db), at ? null : source.count(MAX_COUNTED_ROWS + 1).execute(db)]);
  const isMore = found.length > limit;
  const rows = found.slice(0, limit);
  if (isBackward) rows.reverse();
  const cursorOf = (row: Row & { cursor: CursorValues }): string => toCursor(source.order, row.cursor);
  const [first, last] = [rows[0], rows.at(-1)];
  const total = counted?.rows[0]?.total ?? 0;
  return {
    data: rows.map(({ cursor: _cursor, ...row }) => row as unknown as Row),
    cursors: {
      before: isBackward ? (isMore && first ? cursorOf(first) : null) : at || skip > 0 ? (first ? cursorOf(first) : (after ?? null)) : null,
      after: isBackward ? (last ? cursorOf(last) : (before ?? null)) : isMore && last ? cursorOf(last) : null,
    },
    total: counted ? { count: Math.min(total, MAX_COUNTED_ROWS), is_more: total > MAX_COUNTED_ROWS } : null,
  };
}
