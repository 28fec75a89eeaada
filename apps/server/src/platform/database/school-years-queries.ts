import { sql } from 'kysely';
import type pg from 'pg';
import type { Db, Tx } from './index.ts';
import { migrationLock } from './migrate.ts';

/**
 * Makes the parts of tables of school years ahead, up to the year after this one, unless a migration or a backup keeps the schema as it
 * is. No row waits for a part: those that come before it stay in the last part and move.
 */
const MADE = `CASE WHEN pg_try_advisory_xact_lock(${migrationLock}) THEN make_school_years((app_now() AT TIME ZONE 'UTC')::date) END`;

/** The code of PostgreSQL for a lock that others hold. */
const NO_LOCK = '55P03';

/** Leaves out a failure because others hold the tables: it is tried again with the next job or start. */
function unlessHeld(error: unknown): null {
  if (isHeldByOthers(error)) return null;
  throw error;
}

/** Makes the years ahead. Returns how many; null where others hold the tables, so that it has to be tried again. */
export async function makeSchoolYears(db: Db): Promise<number | null> {
  const made = await sql<{ made: number | null }>`SELECT ${sql.raw(MADE)} AS made`.execute(db).catch(unlessHeld);
  return made?.rows[0]?.made ?? null;
}

/** Makes the years ahead at a start, before anybody is served. */
export async function makeSchoolYearsAtStart(client: pg.Client): Promise<void> {
  await client.query(`SELECT ${MADE} AS made`).catch(unlessHeld);
}

/**
 * Counts again what tables of school years hold, if that was not done for a week: PostgreSQL does it on its own for their parts alone, and plans
 * that join them with others need it for the whole.
 */
export async function analyzeSchoolYears(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_stat_user_tables JOIN pg_partitioned_table parted ON parted.partrelid = relid
     WHERE schemaname = current_schema() AND coalesce(last_analyze, '-infinity') < clock_timestamp() - interval '7 days'`.execute(db);
  for (const { name } of rows) await sql`ANALYZE ${sql.table(name)}`.execute(db);
}

/** A part of a table, from the August of one year to that of another. Null: without a bound. */
export interface SchoolYearPart {
  part: string;
  begins: number | null;
  ends: number | null;
}

/** Returns the parts of a table, the oldest first; none for a table without. */
export async function listSchoolYears(db: Db | Tx, table: string): Promise<SchoolYearPart[]> {
  return (await sql<SchoolYearPart>`SELECT part, begins, ends FROM list_school_years(${table})`.execute(db)).rows;
}

/** Returns the tables of school years. */
export async function listTablesOfYears(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT relname AS name FROM pg_class WHERE relkind = 'p' AND relnamespace = current_schema()::regnamespace ORDER BY relname`.execute(db);
  return rows.map(({ name }) => name);
}

/** Lets nobody change rows of these parts until the end of the transaction. @throws the database's error where somebody is doing so */
export async function lockParts(tx: Tx, parts: readonly string[]): Promise<void> {
  await sql`SET LOCAL lock_timeout = '300ms'`.execute(tx);
  await sql`LOCK TABLE ${sql.join(parts.map((part) => sql.table(part)))} IN SHARE MODE`.execute(tx);
}

/** Returns true for a failure because others hold a table or its rows: it is tried again later. */
export const isHeldByOthers = (error: unknown): boolean => (error as { code?: string }).code === NO_LOCK;

/** Yields the rows of a part as JSON, by their numbers. */
export async function* eachRowAsJson(tx: Tx, part: string, atOnce = 2000): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number; row: string }>`
      SELECT id, to_jsonb(r)::text AS row FROM ${sql.table(part)} AS r WHERE id > ${after} ORDER BY id LIMIT ${atOnce}`.execute(tx);
    for (const { row } of rows) yield row;
    if (rows.length < atOnce) return;
    after = rows.at(-1)!.id;
  }
}

/** Returns true when a part takes no space: it has no rows, and nothing is left of any. */
export async function isPartEmpty(db: Db | Tx, part: string): Promise<boolean> {
  return (await sql<{ empty: boolean }>`SELECT pg_relation_size(${part}::regclass) = 0 AS empty`.execute(db)).rows[0]!.empty;
}

/**
 * Ends the parts of a table up to the August of a year, with all their rows. @throws the database's error where others hold the table, which is
 * waited for briefly
 */
export async function endSchoolYears(tx: Tx, table: string, before: number): Promise<void> {
  await sql`SELECT end_school_years(${table}, ${before}::integer)`.execute(tx);
}
