import type { ListField, ReferenceList } from '@classwright/contract';
import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db, Tx } from '../database/index.ts';
import type { AnyRow, RowScope, Values } from './hooks.ts';
import { EVERYTHING } from './read-cells.ts';
import { listRows } from './select-queries.ts';

type Target = NonNullable<ListField['reference']>['to'];
type PairsOf = NonNullable<NonNullable<ListField['reference']>['pairs']>;

/** Normalizes a name for search: case, Unicode form and spaces do not matter. */
const keyOf = (text: RawBuilder<unknown>): RawBuilder<unknown> => sql`lower(regexp_replace(btrim(normalize(${text}, NFKC)), '\\s+', ' ', 'g'))`;

/**
 * Finds the rows with these names among those that this person may choose: none, one, or several with the same name.
 */
export async function findNamed(db: Db, to: Target, names: readonly string[], choosable: RowScope): Promise<Map<string, number[]>> {
  const naming = sql.join(
    to.naming.map((column) => sql`nullif(${sql.ref(`t.${column}`)}, '')`),
    sql`, `,
  );
  const usable = sql`${to.archives ? sql`t.archived_at IS NULL` : sql`true`} ${choosable === 'all' ? sql`` : sql`AND ${choosable}`}`;
  const people = to.table === 'accounts';
  const { rows } = await sql<{ said: string; id: number }>`
    WITH asked AS (SELECT said, ${keyOf(sql`said`)} AS key FROM unnest(${[...names]}::text[]) AS said)
    SELECT asked.said, t.id FROM ${sql.table(to.table)} AS t JOIN asked ON asked.key = ${keyOf(sql`concat_ws(' ', ${naming})`)} WHERE ${usable}
    ${people ? sql`UNION SELECT asked.said, t.id FROM ${sql.table(to.table)} AS t JOIN asked ON asked.key = t.email_key WHERE ${usable}` : sql``}
    ${names.includes(EVERYTHING) && !people ? sql`UNION SELECT ${EVERYTHING}::text, t.id FROM ${sql.table(to.table)} AS t WHERE ${usable}` : sql``}`.execute(
    db,
  );
  const found = new Map<string, number[]>();
  for (const { said, id } of rows) found.set(said, [...(found.get(said) ?? []), id]);
  return found;
}

/** Returns the expressions of the table's unique index. Empty when names may repeat. */
async function uniqueParts(db: Db, table: string): Promise<RawBuilder<unknown>[]> {
  const { rows } = await sql<{ part: string }>`
    SELECT pg_get_indexdef(i.indexrelid, place, true) AS part
      FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid, generate_series(1, i.indnkeyatts) AS place
     WHERE i.indrelid = (quote_ident(current_schema()) || '.' || quote_ident(${table}))::regclass AND c.relname = ${`${table}_unique`}
     ORDER BY place`.execute(db);
  // The text is in the database's own form.
  return rows.map(({ part }) => sql`(${sql.raw(part)})`);
}

const asRows = (table: string, rows: readonly Values[]): RawBuilder<unknown> =>
  sql`jsonb_populate_recordset(NULL::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`;

/** Returns, by position, the earlier row in the list with the same unique values. */
export async function findRepeated(db: Db, { table }: ReferenceList, rows: readonly Values[]): Promise<Map<number, number>> {
  const parts = await uniqueParts(db, table);
  if (parts.length === 0) return new Map();
  const { rows: found } = await sql<{ place: number; first: number }>`
    SELECT place, first FROM (
      SELECT id AS place, min(id) OVER (PARTITION BY ${sql.join(parts)}) AS first FROM ${asRows(
        table,
        rows.map((row, id) => ({ ...row, id })),
      )}) AS numbered
     WHERE first < place`.execute(db);
  return new Map(found.map(({ place, first }) => [place, first]));
}

/** Inserts rows in one statement. Returns null for a row whose name is taken. */
export async function insertRows(tx: Tx, list: ReferenceList, rows: readonly Values[]): Promise<(number | null)[]> {
  const names = Object.keys(list.fields).filter((name) => list.fields[name]?.kind !== 'references' && rows.some((row) => name in row));
  const { rows: numbers } = await sql<{ id: number }>`
    SELECT nextval(pg_get_serial_sequence(quote_ident(current_schema()) || '.' || quote_ident(${list.table}), 'id')) AS id
      FROM generate_series(1, ${rows.length}::integer)`.execute(tx);
  const ids = numbers.map(({ id }) => Number(id));
  const columns = sql.join(['id', ...names].map((name) => sql.ref(name)));
  const { rows: made } = await sql<{ id: number }>`
    INSERT INTO ${sql.table(list.table)} (${columns})
    SELECT ${columns} FROM ${asRows(
      list.table,
      rows.map((row, at) => ({ ...row, id: ids[at] })),
    )}
    ON CONFLICT DO NOTHING RETURNING id`.execute(tx);
  const there = new Set(made.map(({ id }) => Number(id)));
  return ids.map((id) => (there.has(id) ? id : null));
}

/** Inserts the references of new rows, by row. */
export async function insertPairs(tx: Tx, { table, own, other }: PairsOf, pairs: readonly (readonly [own: number, other: number])[]): Promise<void> {
  await sql`
    INSERT INTO ${sql.table(table)} (${sql.ref(own)}, ${sql.ref(other)})
    SELECT * FROM unnest(${pairs.map(([id]) => id)}::bigint[], ${pairs.map(([, id]) => id)}::bigint[])`.execute(tx);
}

/** Runs work and rolls back everything it wrote, with any result. */
export async function undone<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await sql`SAVEPOINT preview`.execute(tx);
  const result = await work();
  await sql`ROLLBACK TO SAVEPOINT preview`.execute(tx);
  return result;
}

/** Returns the given rows that this person may see. */
export function listRowsById(db: Db, list: ReferenceList, ids: readonly number[], visible: RowScope, archived: boolean): Promise<AnyRow[]> {
  const matching = sql<SqlBool>`t.id = ANY(${[...ids]}::bigint[])`;
  return listRows(db, list, { visible, matching, searchText: '', filters: {}, archived, sort: list.sort, page: null });
}

/** Locks rows until commit, always in the same order. */
export async function lockRows(tx: Tx, { table }: ReferenceList, ids: readonly number[]): Promise<void> {
  await sql`SELECT id FROM ${sql.table(table)} WHERE id = ANY(${[...ids]}::bigint[]) ORDER BY id FOR UPDATE`.execute(tx);
}

export async function archiveRows(tx: Tx, { table }: ReferenceList, ids: readonly number[]): Promise<void> {
  await sql`UPDATE ${sql.table(table)} SET archived_at = app_now() WHERE id = ANY(${[...ids]}::bigint[])`.execute(tx);
}

export async function eraseRows(tx: Tx, { table }: ReferenceList, ids: readonly number[]): Promise<void> {
  await sql`DELETE FROM ${sql.table(table)} WHERE id = ANY(${[...ids]}::bigint[])`.execute(tx);
}

export async function unarchiveRows(tx: Tx, { table }: ReferenceList, ids: readonly number[]): Promise<void> {
  await sql`UPDATE ${sql.table(table)} SET archived_at = NULL WHERE id = ANY(${[...ids]}::bigint[])`.execute(tx);
}

/** Returns the archived rows whose place is taken, by a row in use or an earlier one of these. */
export async function listTaken(db: Db, { table }: ReferenceList, ids: readonly number[]): Promise<number[]> {
  const parts = await uniqueParts(db, table);
  if (parts.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM (
      SELECT id, archived_at IS NOT NULL AS comes, row_number() OVER (PARTITION BY ${sql.join(parts)} ORDER BY archived_at IS NOT NULL, id) AS place
        FROM ${sql.table(table)} WHERE archived_at IS NULL OR id = ANY(${[...ids]}::bigint[])) AS numbered
     WHERE comes AND place > 1`.execute(db);
  return rows.map(({ id }) => id);
}

/** Limits the rows of schools to one; list statements call the table `t`. */
export const isOwnSchool = (schoolId: number): RawBuilder<SqlBool> => sql<SqlBool>`t.id = ${schoolId}`;

/** Returns a school's copies in use of shared rows, by the shared row. */
export async function listOwnCopies(db: Db, list: ReferenceList, schoolId: number, ids: readonly number[]): Promise<Map<number, number>> {
  const inUse = list.deletion === 'archive' ? sql`AND archived_at IS NULL` : sql``;
  const { rows } = await sql<{ id: number; replaces_id: number }>`
    SELECT id, replaces_id FROM ${sql.table(list.table)} WHERE school_id = ${schoolId} AND replaces_id = ANY(${[...ids]}::bigint[]) ${inUse}`.execute(db);
  return new Map(rows.map(({ id, replaces_id }) => [replaces_id, id]));
}

const SET_BY_COPY: ReadonlySet<string> = new Set(['school_id', 'replaces_id']);

/** Copies shared rows for a school. Returns the copies by the shared row, without those whose place is taken. */
export async function insertCopies(tx: Tx, list: ReferenceList, schoolId: number, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map();
  const columns = sql.join(
    Object.entries(list.fields).flatMap(([name, { kind }]) => (kind === 'references' || kind === 'fixed' || SET_BY_COPY.has(name) ? [] : [sql.ref(name)])),
  );
  const { rows } = await sql<{ id: number; replaces_id: number }>`
    INSERT INTO ${sql.table(list.table)} (${columns}, school_id, replaces_id)
    SELECT ${columns}, ${schoolId}::bigint, id FROM ${sql.table(list.table)} WHERE id = ANY(${[...ids]}::bigint[]) AND school_id IS NULL ORDER BY id
    ON CONFLICT DO NOTHING RETURNING id, replaces_id`.execute(tx);
  return new Map(rows.map(({ id, replaces_id }) => [replaces_id, Number(id)]));
}
