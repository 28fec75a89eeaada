import { type RawBuilder, sql, type SqlBool } from 'kysely';
import { type Db, PLANNED_EACH_TIME } from '../../../../platform/database/index.ts';
import type { Collection, Comparable, Sql } from './collection.ts';
import { type Condition, type Filter, readValue } from './filter.ts';

/** A validated request for a page of a collection. */
export interface Page {
  filter: Filter;
  /** The sort order; null uses only the tie-breaker. */
  sort: { field: string; isDescending: boolean } | null;
  /** The field names, in the order of the collection. */
  fields: readonly string[];
  limit: number;
  offset: number;
  /** The number (`tie`) of the last record before `offset`, and the total as it was then. Null: unknown. */
  goneBefore: { id: number; total: number } | null;
}

export interface PageText {
  /** The records as JSON in chunks, separated by commas. */
  pieces: string[];
  /** The people whom the records are about. */
  people: number[];
  rows: number;
  /** The total over all pages. */
  total: number;
  /** The number (`tie`) of the last record; null where a next page cannot go on from it, and without records. */
  lastId: number | null;
}

const personOf = ({ about }: Collection): Sql => about?.person ?? sql`NULL::bigint`;

/** Returns the people whom a whole collection is about. */
export async function listPeople(db: Db, { about, rows: source }: Collection): Promise<number[]> {
  if (!about) return [];
  const { rows } = await sql<{ person: number }>`SELECT DISTINCT ${about.person} AS person FROM ${source}`.execute(db);
  return rows.map(({ person }) => person);
}

/** The number of records in a chunk, which limits how much is processed at a stretch. */
const ROWS_OF_A_PIECE = 250;
/**
 * The limits of one statement of a page: a time limit, beyond which the request is too broad, and one processor, since
 * the others are for lessons.
 */
const LIMITS = sql`SELECT set_config('statement_timeout', '5000', true), set_config('max_parallel_workers_per_gather', '0', true)`;

function toCondition({ comparables }: Collection, { field, predicate, value }: Condition): Sql {
  const { type, value: own, is } = comparables[field] as Comparable;
  const given = readValue(field, type, value);
  if (predicate === '~') return sql`strpos(lower((${own})::text), lower(${String(given)}::text)) > 0`;
  if (is && (predicate === '=' || predicate === '!=')) return predicate === '=' ? sql`(${is(value)})` : sql`(${is(value)}) IS NOT TRUE`;
  const operator = sql.raw(predicate === '!=' ? 'IS DISTINCT FROM' : predicate);
  if (type === 'text') return sql`lower((${own})::text) ${operator} lower(${given}::text)`;
  const cast = { instant: 'timestamptz', day: 'date', number: 'numeric', flag: 'boolean' }[type];
  return sql`(${own}) ${operator} ${given}::${sql.raw(cast)}`;
}

const toWhere = (collection: Collection, filter: Filter): RawBuilder<SqlBool> =>
  filter.length === 0
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${sql.join(
        filter.map((allOf) =>
          sql.join(
            allOf.map((condition) => toCondition(collection, condition)),
            sql` AND `,
          ),
        ),
        sql` OR `,
      )})`;

function toOrder({ comparables, tie }: Collection, sort: Page['sort']): Sql {
  if (!sort) return tie;
  const { type, value } = comparables[sort.field] as Comparable;
  const key = type === 'text' ? sql`lower((${value})::text)` : sql`(${value})`;
  return sql`${key} ${sql.raw(sort.isDescending ? 'DESC NULLS LAST' : 'ASC NULLS LAST')}, ${tie}`;
}

function toRecord({ fields }: Collection, names: readonly string[]): Sql {
  const parts = names.map((name) => sql`${sql.lit(name)}, ${fields[name] as Sql}`);
  return sql`json_strip_nulls(json_build_object(${sql.join(parts, sql`, `)}))`;
}

/**
 * Reads a page of a collection from one snapshot: the database serializes its records and counts its rows. Texts are
 * compared without regard to case. A page that goes on from the last one reads neither the records before it nor the
 * total, until the list ends.
 */
export async function readPage(db: Db, collection: Collection, page: Page): Promise<PageText> {
  const person = personOf(collection);
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await LIMITS.execute(tx);
      const { goneBefore } = page;
      const filter = toWhere(collection, page.filter);
      const where = goneBefore ? sql<SqlBool>`${collection.tie} > ${goneBefore.id} AND ${filter}` : filter;
      const lastId = collection.isKeyed && page.sort === null ? sql`max(tie)` : sql`NULL::bigint`;
      const { rows } = await sql<{ text: string; count: number; people: number[]; last_id: number | null }>`${sql.raw(PLANNED_EACH_TIME)}
        WITH page AS MATERIALIZED (
          SELECT found.*, row_number() OVER () AS page_place
            FROM (SELECT row.* FROM ${collection.rows} WHERE ${where} ORDER BY ${toOrder(collection, page.sort)} LIMIT ${page.limit} OFFSET ${goneBefore ? 0 : page.offset}) found)
        SELECT string_agg(record::text, ',' ORDER BY page_place) AS text, count(*) AS count, array_agg(person) AS people, ${lastId} AS last_id
          FROM (SELECT row.page_place, ${collection.isKeyed ? collection.tie : sql`NULL::bigint`} AS tie, ${person} AS person, ${toRecord(collection, page.fields)} AS record FROM page row) written
         GROUP BY (page_place - 1) / ${sql.lit(ROWS_OF_A_PIECE)} ORDER BY min(page_place)`.execute(tx);
      const count = rows.reduce((sum, piece) => sum + piece.count, 0);
      // a page that is not full is the last one
      const isLast = count < page.limit && (count > 0 || page.offset === 0 || goneBefore !== null);
      return {
        pieces: rows.map(({ text }) => text),
        people: rows.flatMap(({ people }) => people).filter((id) => id !== null),
        rows: count,
        total: isLast ? page.offset + count : goneBefore && page.offset + count < goneBefore.total ? goneBefore.total : await countRows(tx, collection, filter),
        lastId: rows.at(-1)?.last_id ?? null,
      };
    });
}

async function countRows(db: Db, { rows: source }: Collection, where: RawBuilder<SqlBool>): Promise<number> {
  const { rows } = await sql<{ total: number }>`${sql.raw(PLANNED_EACH_TIME)} SELECT count(*) AS total FROM ${source} WHERE ${where}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Reads one record as JSON; null if no record of the collection has this sourcedId. */
export async function readRecord(
  db: Db,
  collection: Collection,
  sourcedId: string,
  fields: readonly string[],
): Promise<{ text: string; person: number | null } | null> {
  const { value, is } = collection.comparables['sourcedId'] as Comparable;
  const { rows } = await sql<{ text: string; person: number | null }>`${sql.raw(PLANNED_EACH_TIME)}
    SELECT ${personOf(collection)} AS person, ${toRecord(collection, fields)}::text AS text FROM ${collection.rows} WHERE ${is ? is(sourcedId) : sql`${value} = ${sourcedId}`} LIMIT 1`.execute(
    db,
  );
  return rows[0] ?? null;
}
