import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../database/index.ts';
import { type AboutPerson, type ActedBy, type Declaration, isAboutNobody, isAboutPerson } from './index.ts';
import { findSubject, hasSubject, Joins } from './joins-queries.ts';
import type { Schema } from './schema.ts';

type Sql = RawBuilder<unknown>;

/** Accounts that are erased together, and the accounts without a name that take their places, in the same order. */
export interface Numbered {
  from: readonly number[];
  to: readonly number[];
}

/** The rows of one person that a slice of a step changed. `content`: a hash over their content before. */
export interface Slice {
  person: number;
  rows: number;
  content: string;
}

/** Rows that one statement changes at most, so that its locks last for some milliseconds. */
export const SLICE = 300;
/** Rows whose places are read at a time. */
const PLACES = 20_000;
/** Pages of a table in which people are sought by one statement. */
export const PAGES_AT_ONCE = 512;

/**
 * Allows this transaction to change append-only rows. Its statements are planned for their values: how many rows a moment or a
 * school leaves differs so much that one plan for all of them looks through whole tables.
 */
export async function allowErasing(tx: Tx): Promise<void> {
  await sql`SELECT set_config('classwright.erases', 'on', true), set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(tx);
}

/** A change of the rows of a table that name people. It may be made in slices, and does nothing to rows that it has changed. */
export interface RowChange {
  table: string;
  joins: Joins;
  condition: Sql;
  /** The erased person whom a row is about. */
  person: Sql;
  /** The content that goes, as text. */
  content: Sql;
  /** The statement up to its condition; it joins the rows of `due`. */
  statement: Sql;
}

/** The row of `due`: each part of a table counts its places from its own beginning. */
const isAtPlace = sql`t.ctid = due.place AND t.tableoid = due.part`;

/** Returns the places of rows that a change concerns, some thousand at a time. */
export async function listPlaces(db: Db | Tx, { table, joins, condition }: RowChange): Promise<string[]> {
  const { rows } = await sql<{ place: string }>`
    SELECT r.ctid::text AS place FROM ${sql.table(table)} AS r ${joins.all} WHERE ${condition} LIMIT ${PLACES}`.execute(db);
  return rows.map(({ place }) => place);
}

/** Changes the rows at these places to which the change still applies. Returns what went, by person. */
export async function changeAt(tx: Tx, { table, joins, condition, person, content, statement }: RowChange, places: readonly string[]): Promise<Slice[]> {
  const { rows } = await sql<Slice>`
    WITH due AS MATERIALIZED (
           SELECT r.ctid AS place, r.tableoid AS part, ${person} AS person, ${content} AS content FROM ${sql.table(table)} AS r ${joins.all}
            WHERE ${condition} AND r.ctid = ANY(${[...places]}::tid[])),
         changed AS (${statement} WHERE ${isAtPlace} RETURNING due.person, due.content)
    SELECT person, count(*)::integer AS rows, encode(sha256(convert_to(string_agg(content, '' ORDER BY content), 'UTF8')), 'hex') AS content
      FROM changed GROUP BY person`.execute(tx);
  return rows;
}

/** Returns the value of a column that holds nothing, or that stands for something that was there. */
function emptied(schema: Schema, table: string, column: string): Sql {
  const { columns, filled } = schema.get(table)!;
  const { type } = columns.get(column)!;
  if (type === 'jsonb') return sql`'{"type":"doc","content":[]}'::jsonb`;
  if (type.endsWith('[]')) return sql`'{}'`;
  return filled.has(column) ? sql`'–'` : sql`''`;
}

/** Returns the condition that one of the columns of a row, `r`, holds something that emptying would take away. */
export function isFilled(schema: Schema, table: string, columns: readonly string[]): Sql {
  const full = columns.map((column) => sql`(${sql.ref(`r.${column}`)} IS NOT NULL AND ${sql.ref(`r.${column}`)} <> ${emptied(schema, table, column)})`);
  return sql`(${sql.join(full, sql` OR `)})`;
}

/** Returns the change that empties columns of the rows that a condition finds; a value that is missing stays missing. */
export function empty(
  schema: Schema,
  table: string,
  columns: readonly string[],
  { joins, condition, person }: Pick<RowChange, 'joins' | 'condition' | 'person'>,
): RowChange {
  const changes = columns.map(
    (column) => sql`${sql.ref(column)} = CASE WHEN ${sql.ref(`t.${column}`)} IS NULL THEN NULL ELSE ${emptied(schema, table, column)} END`,
  );
  const values = sql.join(columns.map((column) => sql`${sql.ref(`r.${column}`)}::text`));
  return {
    table,
    joins,
    condition: sql`${condition} AND ${isFilled(schema, table, columns)}`,
    person,
    content: sql`concat_ws(chr(31), ${values})`,
    statement: sql`UPDATE ${sql.table(table)} AS t SET ${sql.join(changes)} FROM due`,
  };
}

/** Returns the change that deletes the rows that a condition finds. */
export const remove = (table: string, { joins, condition, person }: Pick<RowChange, 'joins' | 'condition' | 'person'>): RowChange => ({
  table,
  joins,
  condition,
  person,
  content: sql`r::text`,
  statement: sql`DELETE FROM ${sql.table(table)} AS t USING due`,
});

/** Changes some rows to which a change applies. Returns how many. */
export async function changeSome(tx: Tx, { table, joins, condition, statement }: RowChange, limit: number): Promise<number> {
  const { rows } = await sql<{ rows: number }>`
    WITH due AS MATERIALIZED (SELECT r.ctid AS place, r.tableoid AS part FROM ${sql.table(table)} AS r ${joins.all} WHERE ${condition} LIMIT ${limit}),
         changed AS (${statement} WHERE ${isAtPlace} RETURNING 1)
    SELECT count(*)::integer AS rows FROM changed`.execute(tx);
  return rows[0]!.rows;
}

/** Returns the change that a step makes to the rows of these people. */
export function changeOf(schema: Schema, step: Exclude<EraseStep, { kind: 'scrub' }>, { from, to }: Numbered): RowChange {
  const { table } = step;
  const joins = new Joins(schema, table);
  switch (step.kind) {
    case 'empty': {
      // Empties what a person's rows of a table say, where they stay.
      return empty(schema, table, step.declaration.blank ?? [], { joins, ...findSubject(joins, step.declaration, from) });
    }
    case 'emptyWritten': {
      // Empties what a person wrote in rows about others.
      const person = sql.ref(`r.${step.author}`);
      return empty(schema, table, [step.column], { joins, person, condition: sql`${person} = ANY(${[...from]}::bigint[])` });
    }
    case 'delete':
      return remove(table, { joins, ...findSubject(joins, step.declaration, from) });
    case 'number': {
      // Gives the rows that name a person in one column the person's new number.
      const person = sql.ref(`r.${step.column}`);
      const conditions = [
        sql`${person} = ANY(${[...from]}::bigint[])`,
        ...Object.entries(step.where).map(([name, value]) => sql`${sql.ref(`r.${name}`)} = ${value}`),
      ];
      return {
        table,
        joins,
        condition: sql.join(conditions, sql` AND `),
        person,
        content: sql`''`,
        statement: sql`UPDATE ${sql.table(table)} AS t SET ${sql.ref(step.column)} = new.number
          FROM due JOIN unnest(${[...from]}::bigint[], ${[...to]}::bigint[]) AS new (account_id, number) ON new.account_id = due.person`,
      };
    }
  }
}

const asText = (type: string, column: Sql): Sql => (type === 'bytea' ? sql`encode(${column}, 'escape')` : sql`${column}::text`);
const isOnPages = (page: number): Sql => sql`r.ctid >= ${`(${page},0)`}::tid AND r.ctid < ${`(${page + PAGES_AT_ONCE},0)`}::tid`;

/** Returns the parts of a table that hold its rows: the table alone, or one for each of its school years. */
export async function listParts(db: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT class.relname AS name FROM pg_class class LEFT JOIN pg_inherits own ON own.inhrelid = class.oid
     WHERE class.relkind = 'r' AND (class.oid = ${table}::regclass OR own.inhparent = ${table}::regclass) ORDER BY class.relname`.execute(db);
  return rows.map(({ name }) => name);
}

/** Returns the number of pages of a part of a table. */
export async function countPages(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ pages: number }>`
    SELECT (pg_relation_size(${table}::regclass) / current_setting('block_size')::integer)::integer AS pages`.execute(db);
  return rows[0]!.pages;
}

/** A row that may repeat a name, an address or an id. */
export interface Mentioning {
  place: string;
  values: Record<string, unknown>;
  /** The person whom the row is about, where it does not only name the person. */
  about: number | null;
}

/** Returns the rows on some pages of a part of a table whose columns match a pattern, or that are about one of the people. */
export async function listMentioning(
  db: Db,
  schema: Schema,
  { table, columns, isAbout }: Extract<EraseStep, { kind: 'scrub' }>,
  { from, pattern, part, page }: { from: readonly number[]; pattern: string; part: string; page: number },
): Promise<Mentioning[]> {
  const typeOf = (column: string) => schema.get(table)!.columns.get(column)!.type;
  const texts = columns.map((column) => sql`${asText(typeOf(column), sql.ref(`r.${column}`))} ~* ${pattern}`);
  const [first, ...also] = isAbout?.also ?? [];
  const about = first && findSubject(new Joins(schema, table), { ...isAbout!, ...first, where: first.where, also }, from);
  const pairs = sql.join(
    columns.flatMap((column) => {
      const value = sql.ref(`r.${column}`);
      return [sql`${column}::text`, typeOf(column) === 'bytea' ? asText('bytea', value) : sql`to_jsonb(${value})`];
    }),
  );
  const isFound = sql.join([...texts, ...(about ? [about.condition] : [])], sql` OR `);
  const { rows } = await sql<Mentioning>`
    SELECT r.ctid::text AS place, jsonb_build_object(${pairs}) AS values,
           ${about ? sql`CASE WHEN ${about.condition} THEN ${about.person} END` : sql`NULL::bigint`} AS about
      FROM ${sql.table(part)} AS r WHERE ${isOnPages(page)} AND (${isFound})`.execute(db);
  return rows;
}

/** Saves columns of rows of a part of the table from which people have been removed. Returns the places of those that had not been changed since. */
export async function saveScrubbed(
  tx: Tx,
  schema: Schema,
  { table, columns }: Extract<EraseStep, { kind: 'scrub' }>,
  part: string,
  rows: readonly { place: string; values: Readonly<Record<string, unknown>> }[],
): Promise<string[]> {
  const changes = columns.map((column) => {
    const { type } = schema.get(table)!.columns.get(column)!;
    const name = sql`${column}::text`;
    const value =
      type === 'jsonb'
        ? sql`new.values -> ${name}`
        : type === 'bytea'
          ? sql`NULL`
          : type.endsWith('[]')
            ? sql`ARRAY(SELECT jsonb_array_elements_text(new.values -> ${name}))`
            : sql`new.values ->> ${name}`;
    return sql`${sql.ref(column)} = CASE WHEN jsonb_exists(new.values, ${name}) THEN ${value} ELSE ${sql.ref(`t.${column}`)} END`;
  });
  const { rows: saved } = await sql<{ place: string }>`
    WITH new AS MATERIALIZED (
           SELECT place::tid AS place, values::jsonb AS values
             FROM unnest(${rows.map(({ place }) => place)}::text[], ${rows.map(({ values }) => JSON.stringify(values))}::text[]) AS given (place, values)),
         changed AS (UPDATE ${sql.table(part)} AS t SET ${sql.join(changes)} FROM new WHERE t.ctid = new.place RETURNING new.place)
    SELECT place::text FROM changed`.execute(tx);
  return saved.map(({ place }) => place);
}

/** Returns the rows on some pages of a part of a table in whose free columns a pattern matches, with the text of these columns. */
export async function listNamingRows(
  db: Db,
  { table, columns, pattern, page }: { table: string; columns: readonly string[]; pattern: string; page: number },
): Promise<{ id: number; text: string }[]> {
  const text = sql`concat_ws(chr(10), ${sql.join(columns.map((column) => sql`${sql.ref(`r.${column}`)}::text`))})`;
  const { rows } = await sql<{ id: number; text: string }>`
    SELECT r.id, ${text} AS text FROM ${sql.table(table)} AS r WHERE ${isOnPages(page)} AND ${text} ~* ${pattern} ORDER BY r.id`.execute(db);
  return rows;
}

/** Returns how many rows of a table are about a person. */
export async function countRowsAbout(db: Db | Tx, schema: Schema, table: string, declaration: AboutPerson, accountId: number): Promise<number> {
  const joins = new Joins(schema, table);
  const subject = hasSubject(joins, declaration, [accountId]);
  const { rows } = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM ${sql.table(table)} AS r ${joins.all} WHERE ${subject}`.execute(db);
  return rows[0]!.count;
}

/** A step of an erasure. Its statements change at most some hundred rows each, and it may be run again from its beginning. */
export type EraseStep =
  | { kind: 'empty'; table: string; declaration: AboutPerson }
  | { kind: 'emptyWritten'; table: string; column: string; author: string }
  | { kind: 'scrub'; table: string; columns: readonly string[]; isAbout: AboutPerson | null }
  | { kind: 'delete'; table: string; declaration: AboutPerson }
  | { kind: 'number'; table: string; column: string; where: Readonly<Record<string, string | undefined>> };

const LAST: ReadonlySet<string> = new Set(['accounts', 'files', 'erasures']);

/**
 * Returns the steps of an erasure in their order: texts are emptied while their rows still name the person, then rows are
 * deleted, those before which others depend on first, and what is left gets the new number. `accounts`, `files` and
 * `erasures` are left out: their rows go or change when nothing else names the person any more.
 */
export function planErasure(schema: Schema, declared: ReadonlyMap<string, Declaration>): EraseStep[] {
  const tables = [...declared].filter(([table]) => !LAST.has(table));
  const about = tables.filter((entry): entry is [string, AboutPerson] => isAboutPerson(entry[1]));
  const acted = tables.filter((entry): entry is [string, AboutPerson | ActedBy] => !isAboutNobody(entry[1]));
  const deleted = new Set(about.filter(([, { erase }]) => erase === 'delete').map(([table]) => table));
  return [
    ...about.flatMap(([table, declaration]): EraseStep[] =>
      declaration.erase === 'unname' && (declaration.blank ?? []).length > 0 ? [{ kind: 'empty', table, declaration }] : [],
    ),
    ...acted.flatMap(([table, { writtenBy = {} }]) =>
      Object.entries(writtenBy).map(([column, author]): EraseStep => ({ kind: 'emptyWritten', table, column, author: author as string })),
    ),
    ...tables.flatMap(([table, declaration]): EraseStep[] =>
      declaration.mentions ? [{ kind: 'scrub', table, columns: declaration.mentions, isAbout: isAboutPerson(declaration) ? declaration : null }] : [],
    ),
    ...sortByDependence(schema, deleted).map((table): EraseStep => ({ kind: 'delete', table, declaration: declared.get(table) as AboutPerson })),
    ...acted.flatMap(([table, declaration]) => listNumbered(declaration).map(({ column, where }): EraseStep => ({ kind: 'number', table, column, where }))),
  ];
}

/** Returns the columns of a table that name people, with the values of rows that do. */
function listNumbered(declaration: AboutPerson | ActedBy): { column: string; where: Readonly<Record<string, string | undefined>> }[] {
  const subjects = isAboutPerson(declaration)
    ? [{ subject: declaration.subject, where: declaration.where ?? {} }, ...(declaration.also ?? []).map(({ subject, where = {} }) => ({ subject, where }))]
    : [];
  return [
    ...subjects.filter(({ subject }) => !subject.includes('.')).map(({ subject, where }) => ({ column: subject.split(':')[0]!, where })),
    ...(declaration.by ?? []).map((column) => ({ column, where: {} })),
  ];
}

/** Returns tables in an order in which each comes before those that its foreign keys name. */
export function sortByDependence(schema: Schema, tables: ReadonlySet<string>): string[] {
  const sorted: string[] = [];
  const visit = (table: string, path: readonly string[]): void => {
    if (sorted.includes(table) || path.includes(table)) return;
    for (const other of tables) if ([...schema.get(other)!.keys.values()].includes(table)) visit(other, [...path, table]);
    sorted.push(table);
  };
  for (const table of tables) visit(table, []);
  return sorted;
}
