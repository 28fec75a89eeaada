import type { Block, BlockRequest, ListColumn, ListField, ReferenceList } from '@classwright/contract';
import { type Expression, type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db, Tx } from '../database/index.ts';
import { contains, wordsOf } from '../fold-queries.ts';
import type { KeyKind } from '../keyset.ts';
import { orderedBy, readBlock, type SortKey } from '../keyset-queries.ts';
import { toContainsPattern } from '../lists.ts';
import type { AnyRow, RowScope } from './hooks.ts';

/**
 * The SQL of every list. Identifiers come from definitions only, everything else is a parameter. The list's own table
 * is called `t`, and the target of a reference has the name of its field.
 */
type Sql = RawBuilder<unknown>;

export interface Selection {
  /** The visible rows. Null: rows of every kind of person. */
  visible: RowScope;
  /** A further condition, or null. */
  matching?: Expression<SqlBool> | null;
  searchText: string;
  /** The required value by field. */
  filters: Readonly<Record<string, unknown>>;
  sort: { by: string; direction: 'asc' | 'desc' };
  /** True for rows in the archive, in place of those in use. */
  archived?: boolean;
  /** The page. Null: all rows. */
  page: { limit: number; offset: number } | null;
}

const own = (column: string): Sql => sql.ref(`t.${column}`);
const named = (alias: string, naming: readonly string[]): Sql => {
  const columns = naming.map((column) => sql.ref(`${alias}.${column}`));
  return columns.length === 1 ? (columns[0] as Sql) : sql`concat_ws(' ', ${sql.join(columns.map((column) => sql`nullif(${column}, '')`))})`;
};

/** Selects the rows that a field with several references names, as `o`. */
function others({ reference }: ListField): Sql {
  const { to, pairs } = reference as Required<NonNullable<ListField['reference']>>;
  return sql`${sql.table(pairs.table)} AS p JOIN ${sql.table(to.table)} AS o ON o.id = ${sql.ref(`p.${pairs.other}`)} WHERE ${sql.ref(`p.${pairs.own}`)} = t.id`;
}

/** Returns the value of a field in the form of a row. */
function valueOf(name: string, field: ListField): Sql {
  if (field.kind === 'time') return sql`to_char(${own(name)}, 'HH24:MI')`;
  if (field.kind === 'references') return sql`(SELECT coalesce(array_agg(o.id ORDER BY o.id), '{}') FROM ${others(field)})`;
  return own(name);
}

/** Returns a column's displayed value, as text or number for searching and sorting. */
function shownOf(list: ReferenceList, key: string): Sql {
  for (const [name, field] of Object.entries(list.fields)) {
    const { reference } = field;
    if (key === name && !reference) return own(name);
    if (!reference) continue;
    if (key === reference.as && field.kind === 'references') {
      const other = named('o', reference.to.naming);
      return sql`(SELECT string_agg(${other}, ', ' ORDER BY ${other}) FROM ${others(field)})`;
    }
    if (key === reference.as) return named(name, reference.to.naming);
    const column = reference.beside[key];
    if (column !== undefined) return sql.ref(`${name}.${column}`);
  }
  return own(key);
}

function selectionOf({ fields }: ReferenceList): Sql {
  const columns: Sql[] = [sql`t.id`];
  for (const [name, field] of Object.entries(fields)) {
    columns.push(sql`${valueOf(name, field)} AS ${sql.ref(name)}`);
    const { reference } = field;
    if (!reference) continue;
    const { as, to, beside } = reference;
    if (field.kind === 'references') {
      const other = named('o', to.naming);
      columns.push(
        sql`(SELECT coalesce(json_agg(json_build_object('id', o.id, 'name', ${other}) ORDER BY ${other}, o.id), '[]') FROM ${others(field)}) AS ${sql.ref(as)}`,
      );
      continue;
    }
    columns.push(sql`${named(name, to.naming)} AS ${sql.ref(as)}`);
    for (const [key, column] of Object.entries(beside)) columns.push(sql`${sql.ref(`${name}.${column}`)} AS ${sql.ref(key)}`);
  }
  return sql.join([...columns, sql`t.created_at`, sql`t.updated_at`]);
}

function sourceOf({ table, fields }: ReferenceList): Sql {
  const joins = Object.entries(fields).flatMap(([name, { kind, reference }]) =>
    kind === 'reference' && reference ? [sql`LEFT JOIN ${sql.table(reference.to.table)} AS ${sql.ref(name)} ON ${sql.ref(`${name}.id`)} = ${own(name)}`] : [],
  );
  return sql`${sql.table(table)} AS t ${sql.join(joins, sql` `)}`;
}

function filterOf(name: string, field: ListField | undefined, value: unknown): Sql {
  if (field?.kind !== 'references') return sql`${own(name)} = ${value}`;
  return sql`EXISTS (SELECT 1 FROM ${others(field)} AND o.id = ${value})`;
}

/**
 * Returns the ids of rows that contain the typed text: one statement for each searched table, so that each uses the
 * table's own index for parts of words.
 */
function searchesOf(list: ReferenceList, typed: string): Sql[] {
  const pattern = toContainsPattern(typed);
  const isSearched = (key: string) => list.search.includes(key);
  const columns = list.search.filter((key) => list.fields[key] && !list.fields[key].reference);
  const searches =
    columns.length > 0 ? [sql`SELECT id FROM ${sql.table(list.table)} WHERE ${anyOf(columns.map((column) => sql`${sql.ref(column)} ILIKE ${pattern}`))}`] : [];
  for (const [name, { reference }] of Object.entries(list.fields)) {
    if (!reference || ![reference.as, ...Object.keys(reference.beside)].some(isSearched)) continue;
    const { to, as, beside, pairs } = reference;
    const shown = [
      ...(isSearched(as) ? [named('o', to.naming)] : []),
      ...Object.entries(beside).flatMap(([key, column]) => (isSearched(key) ? [sql.ref(`o.${column}`)] : [])),
    ];
    const found = to.keys ? inKeys(to.keys, typed) : anyOf(shown.map((value) => sql`${value} ILIKE ${pattern}`));
    const [table, own, other] = pairs ? [pairs.table, pairs.own, pairs.other] : [list.table, 'id', name];
    searches.push(
      sql`SELECT ${sql.ref(`p.${own}`)} FROM ${sql.table(table)} AS p JOIN ${sql.table(to.table)} AS o ON o.id = ${sql.ref(`p.${other}`)} WHERE ${found}`,
    );
  }
  return searches;
}

const anyOf = (conditions: readonly Sql[]): Sql => sql`(${sql.join(conditions, sql` OR `)})`;

/** Returns the condition that each typed word is in one of the keys. */
function inKeys(keys: readonly string[], typed: string): Sql {
  return sql.join(
    wordsOf(typed).map((word) => anyOf(keys.map((key) => sql`${sql.ref(`o.${key}`)} LIKE ${contains(word)}`))),
    sql` AND `,
  );
}

type Which = Pick<Selection, 'visible' | 'matching' | 'searchText' | 'filters' | 'archived'>;

function conditionOf(list: ReferenceList, { visible, matching, searchText, filters, archived = false }: Which): Sql {
  const conditions: Expression<unknown>[] = [sql`true`];
  if (list.deletion === 'archive') conditions.push(archived ? sql`t.archived_at IS NOT NULL` : sql`t.archived_at IS NULL`);
  if (visible !== 'all') conditions.push(visible);
  if (matching) conditions.push(matching);
  for (const [name, value] of Object.entries(filters)) conditions.push(filterOf(name, list.fields[name], value));
  const searched = searchText.trim();
  if (searched !== '') conditions.push(sql`t.id IN (${sql.join(searchesOf(list, searched), sql` UNION ALL `)})`);
  return sql.join(conditions, sql` AND `);
}

const ORDERED_AS_TEXT = new Set(['text', 'formulas', 'colour', 'names']);

/** The number of characters of a long text that count for sorting: a cursor holds them. */
const ORDERED_CHARACTERS = 300;
const KINDS: Readonly<Partial<Record<ListColumn['show'], KeyKind>>> = { number: 'number', yesNo: 'flag', date: 'date', time: 'time', dateTime: 'instant' };

/** Returns the sort keys of rows. Rows without a value are last in either direction. */
function keysOf(list: ReferenceList, { by, direction }: Selection['sort']): SortKey[] {
  const show = list.known.find(({ key }) => key === by)?.show;
  const isText = show !== undefined && ORDERED_AS_TEXT.has(show);
  const value = isText ? sql`left(${shownOf(list, by)}, ${sql.lit(ORDERED_CHARACTERS)}) COLLATE natural_order` : shownOf(list, by);
  return [
    { value, kind: (show && KINDS[show]) ?? 'text', direction, nulls: 'last' },
    { value: sql`t.id`, kind: 'number', direction: 'asc', nulls: 'none' },
  ];
}

type StoredRow = Omit<AnyRow, 'created_at' | 'updated_at'> & { created_at: Date; updated_at: Date };
const toRow = ({ created_at, updated_at, ...row }: StoredRow): AnyRow =>
  ({ ...row, created_at: created_at.toISOString(), updated_at: updated_at.toISOString() }) as AnyRow;

/** Selects a page of rows, or all of them, in order. */
export function rowsQuery(list: ReferenceList, selection: Selection): RawBuilder<StoredRow> {
  const limit = selection.page ? sql`LIMIT ${selection.page.limit} OFFSET ${selection.page.offset}` : sql``;
  return sql<StoredRow>`
    SELECT ${selectionOf(list)} FROM ${sourceOf(list)} WHERE ${conditionOf(list, selection)} ORDER BY ${sql.join(keysOf(list, selection.sort).map(orderedBy))} ${limit}`;
}

export async function listRows(db: Db, list: ReferenceList, selection: Selection): Promise<AnyRow[]> {
  const { rows } = await rowsQuery(list, selection).execute(db);
  return rows.map(toRow);
}

/** Returns the same rows in blocks. */
export async function listBlock(db: Db, list: ReferenceList, selection: Omit<Selection, 'page'>, request: BlockRequest): Promise<Block<AnyRow>> {
  const { by, direction } = selection.sort;
  const which = sql`FROM ${sourceOf(list)} WHERE ${conditionOf(list, selection)}`;
  const { data, ...block } = await readBlock<StoredRow>(db, request, {
    order: `${by}.${direction}`,
    keys: keysOf(list, selection.sort),
    select: ({ condition, order, limit, cursor }) => sql`SELECT ${selectionOf(list)}, ${cursor} AS cursor ${which} AND ${condition} ORDER BY ${order} ${limit}`,
    count: (most) => sql`SELECT count(*) AS total FROM (SELECT 1 ${which} LIMIT ${most}) counted`,
  });
  return { ...block, data: data.map(toRow) };
}

export async function countRows(db: Db, list: ReferenceList, selection: Which): Promise<number> {
  const { rows } = await sql<{ total: number }>`SELECT count(*) AS total FROM ${sourceOf(list)} WHERE ${conditionOf(list, selection)}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Returns one row that this person may see, in use or in the archive. Null for any other. */
export async function findRow(db: Db, list: ReferenceList, id: number, visible: RowScope, archived = false): Promise<AnyRow | null> {
  const condition = sql`t.id = ${id} AND ${conditionOf(list, { visible, searchText: '', filters: {}, archived })}`;
  const { rows } = await sql<StoredRow>`SELECT ${selectionOf(list)} FROM ${sourceOf(list)} WHERE ${condition}`.execute(db);
  return rows[0] ? toRow(rows[0]) : null;
}

/** Locks a row until commit, so that two writes of it take turns. Returns false when it does not exist. */
export async function lockRow(tx: Tx, { table }: ReferenceList, id: number): Promise<boolean> {
  const { rows } = await sql`SELECT id FROM ${sql.table(table)} WHERE id = ${id} FOR UPDATE`.execute(tx);
  return rows.length > 0;
}

/** Returns the rows that meet both conditions. */
export function both(one: RowScope, other: RowScope): RowScope {
  if (one === 'all' || other === 'all') return one === 'all' ? other : one;
  return sql<SqlBool>`(${one} AND ${other})`;
}

/** Returns one condition for all of those given, or null for none. */
export function allOf(...conditions: readonly (Expression<SqlBool> | null | undefined)[]): Expression<SqlBool> | null {
  const [first, ...others] = conditions.filter((condition) => condition !== null && condition !== undefined);
  return first ? others.reduce((one, other) => sql<SqlBool>`(${one} AND ${other})`, first) : null;
}
