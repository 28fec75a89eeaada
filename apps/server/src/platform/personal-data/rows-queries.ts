import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../database/index.ts';
import type { AboutPerson } from './index.ts';
import { hasSubject, Joins } from './joins-queries.ts';
import type { Schema } from './schema.ts';

type Sql = RawBuilder<unknown>;

/** A row of a copy: the values of its copied columns, and where it belongs. */
export interface CopiedRow {
  values: Readonly<Record<string, unknown>>;
  /** Words of rich texts among the values, by column. */
  words: Readonly<Record<string, string>>;
  at: string | null;
  class: string | null;
  class_id: number | null;
  lesson: string | null;
  lesson_id: number | null;
  work: string | null;
  question: string | null;
}

/** Returns all rows of a table that a person's own copy holds, the oldest first. */
export async function listCopiedRows(db: Db | Tx, schema: Schema, table: string, declaration: AboutPerson, accountId: number): Promise<CopiedRow[]> {
  if (declaration.copy === 'never') return [];
  const joins = new Joins(schema, table);
  const columns = Object.keys(declaration.copy);
  const found = schema.get(table)!;
  const pairs = (list: readonly string[], valueOf: (column: string) => Sql): Sql =>
    list.length === 0 ? sql`'{}'::jsonb` : sql`jsonb_build_object(${sql.join(list.flatMap((column) => [sql`${column}::text`, valueOf(column)]))})`;
  const values = pairs(columns, (column) => joins.name(column) ?? sql.ref(`r.${column}`));
  const words = pairs(
    columns.filter((column) => found.columns.get(column)?.type === 'jsonb'),
    (column) => sql`words_in(${sql.ref(`r.${column}`)})`,
  );
  const { class: course, lesson, work, question } = declaration.within ?? {};
  const nameOf = (way: string | undefined): Sql => (way === undefined ? sql`NULL::text` : (joins.name(way === 'id' ? `id:${table}` : way) ?? sql`NULL::text`));
  const idOf = (way: string | undefined): Sql => (way === undefined ? sql`NULL::bigint` : joins.ref(way));
  const at = declaration.at === undefined ? sql`NULL::text` : sql`to_jsonb(${joins.ref(declaration.at)}) #>> '{}'`;
  const order = found.primaryKey.map((column) => sql.ref(`r.${column}`));
  const subject = hasSubject(joins, declaration, [accountId]);
  const selected = sql`${values} AS values, ${words} AS words, ${at} AS at, ${nameOf(course)} AS class, ${idOf(course)} AS class_id,
    ${nameOf(lesson)} AS lesson, ${idOf(lesson)} AS lesson_id, ${nameOf(work)} AS work, ${nameOf(question)} AS question`;
  const { rows } = await sql<CopiedRow>`
    SELECT ${selected} FROM ${sql.table(table)} AS r ${joins.all} WHERE ${subject} ORDER BY ${sql.join([sql`3`, ...order])}`.execute(db);
  return rows;
}

/** Returns the ids of the files that rows about a person name, for tables whose rows the person's copy holds. */
export async function listFileIdsAbout(db: Db | Tx, schema: Schema, declared: ReadonlyMap<string, AboutPerson>, accountId: number): Promise<number[]> {
  const parts = [...declared].flatMap(([table, declaration]) =>
    declaration.copy === 'never'
      ? []
      : (declaration.files ?? []).map((column) => {
          const joins = new Joins(schema, table);
          const subject = hasSubject(joins, declaration, [accountId]);
          return sql`SELECT ${sql.ref(`r.${column}`)} AS id FROM ${sql.table(table)} AS r ${joins.all} WHERE ${subject}`;
        }),
  );
  if (parts.length === 0) return [];
  const { rows } = await sql<{ id: number | null }>`SELECT DISTINCT id FROM (${sql.join(parts, sql` UNION ALL `)}) AS named`.execute(db);
  return rows.flatMap(({ id }) => (id === null ? [] : [id]));
}
