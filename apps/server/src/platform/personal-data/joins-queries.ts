import { type RawBuilder, sql } from 'kysely';
import type { AboutPerson } from './index.ts';
import { followWay, type Schema } from './schema.ts';

type Sql = RawBuilder<unknown>;

/** The column that names a row of a table to people. */
const NAMED_BY: Readonly<Record<string, string>> = {
  account_types: 'name',
  announcements: 'summary',
  course_works: 'title',
  courses: 'name',
  invitation_groups: 'name',
  live_sessions: 'assessment_id.title',
  question_responses: 'title',
  question_versions: 'title',
  questions: 'current_version_id.title',
  roles: 'name',
  schools: 'school_name',
  store_items: 'name',
};

/** The joins of a statement over one table: each way is joined once. */
export class Joins {
  readonly #schema: Schema;
  readonly #table: string;
  readonly #aliases = new Map<string, string>([['', 'r']]);
  readonly #joined: Sql[] = [];

  constructor(schema: Schema, table: string) {
    this.#schema = schema;
    this.#table = table;
  }

  /** Returns the last column of a way, joined. */
  ref(way: string): Sql {
    const { steps, last } = followWay(this.#schema, this.#table, way);
    let path = '';
    for (const { column, table } of steps) {
      const next = path === '' ? column : `${path}.${column}`;
      if (!this.#aliases.has(next)) {
        const alias = `j${this.#aliases.size}`;
        const key = this.#schema.get(table)!.primaryKey[0] ?? 'id';
        this.#joined.push(
          sql`LEFT JOIN ${sql.table(table)} AS ${sql.id(alias)} ON ${sql.ref(`${alias}.${key}`)} = ${sql.ref(`${this.#aliases.get(path)!}.${column}`)}`,
        );
        this.#aliases.set(next, alias);
      }
      path = next;
    }
    return sql.ref(`${this.#aliases.get(path)!}.${last}`);
  }

  /** Returns the words that name the row that a way leads to. */
  name(way: string): Sql | null {
    const { target } = followWay(this.#schema, this.#table, way);
    const named = target === null ? undefined : NAMED_BY[target];
    return named === undefined ? null : this.ref(`${way}${way.includes(':') ? '' : `:${target}`}.${named}`);
  }

  get all(): Sql {
    return this.#joined.length === 0 ? sql`` : sql.join(this.#joined, sql` `);
  }
}

/** The conditions of the ways in which a row may have one of these subjects, each with the column that names the subject. */
function listWays(joins: Joins, { subject, where, also = [] }: AboutPerson, accountIds: readonly number[]): { person: Sql; condition: Sql }[] {
  return [{ subject, where }, ...also].map((one) => {
    const person = joins.ref(one.subject);
    const conditions = [
      sql`${person} = ANY(${[...accountIds]}::bigint[])`,
      ...Object.entries(one.where ?? {}).map(([column, value]) => sql`${sql.ref(`r.${column}`)} = ${value}`),
    ];
    return { person, condition: sql`(${sql.join(conditions, sql` AND `)})` };
  });
}

const either = (ways: readonly { condition: Sql }[]): Sql =>
  sql`(${sql.join(
    ways.map(({ condition }) => condition),
    sql` OR `,
  )})`;

/** Returns the condition that a row has one of these subjects, in any of the ways in which it may have one. */
export const hasSubject = (joins: Joins, declaration: AboutPerson, accountIds: readonly number[]): Sql => either(listWays(joins, declaration, accountIds));

/** Returns the same condition, and the subject of a row for which it holds: the first of several. */
export function findSubject(joins: Joins, declaration: AboutPerson, accountIds: readonly number[]): { condition: Sql; person: Sql } {
  const ways = listWays(joins, declaration, accountIds);
  const person =
    ways.length === 1
      ? ways[0]!.person
      : sql`CASE ${sql.join(
          ways.map((way) => sql`WHEN ${way.condition} THEN ${way.person}`),
          sql` `,
        )} END`;
  return { condition: either(ways), person };
}
