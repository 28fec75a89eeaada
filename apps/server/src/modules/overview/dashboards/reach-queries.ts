import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { DashboardReach, OrderedRows } from '../../../platform/dashboards/index.ts';

export type Condition = RawBuilder<SqlBool>;
type Sql = RawBuilder<unknown>;

/** The conditions that were asked for; those of filters that were not are null. */
export const asked = (...conditions: readonly (Condition | null)[]): Condition[] => conditions.filter((condition) => condition !== null);

/** What a filter adds where it is asked. */
export const where = <T>(value: T | null, condition: (value: T) => Condition): Condition | null => (value === null ? null : condition(value));

/** That a class is within reach, archived or not: those that somebody teaches, or attends, by now. */
export function courseIn(reach: DashboardReach, course: Sql): Condition {
  if (reach.of === 'everything') return sql<SqlBool>`true`;
  if (reach.of === 'school') return sql<SqlBool>`${course} IN (SELECT own.id FROM courses own WHERE own.school_id = ${reach.schoolId})`;
  const role = reach.of === 'teacher' ? 'TEACHER' : 'STUDENT';
  return sql<SqlBool>`${course} IN (SELECT own.course_id FROM class_standings own WHERE own.account_id = ${reach.accountId} AND own.role = ${role} AND own.left_at IS NULL)`;
}

/** That the class `c` is one that runs. */
export const isActiveClass: Condition = sql<SqlBool>`c.archived_at IS NULL AND c.course_state = 'ACTIVE'`;

/** That a column's day is within a period; both ends belong to it. Without a day it is in none. */
export const isWithin = (from: string | null, to: string | null, date: Sql): Condition[] =>
  asked(
    where(from, (first) => sql<SqlBool>`${date} >= ${first}::date`),
    where(to, (last) => sql<SqlBool>`${date} <= ${last}::date`),
  );

/** A person's name as it is shown. */
export const nameOf = (person: string): Sql => sql`trim(${sql.ref(`${person}.first_name`)} || ' ' || ${sql.ref(`${person}.last_name`)})`;

/**
 * Persons `p` in the order of their names, each with their rows `t`: the database goes from one to the next and ends with the
 * page, where many have many rows each.
 * @param rows those of `p`
 */
export const byPerson = (rows: Sql, joins: Sql): { student: OrderedRows } => ({
  student: {
    from: (order) => sql`(SELECT person.id, person.status, ${nameOf('person')} COLLATE natural_order AS shown FROM people person
                           ORDER BY ${nameOf('person')} COLLATE natural_order ${order}, person.id) p
      CROSS JOIN LATERAL (${rows} OFFSET 0) t ${joins}`,
    column: sql`p.shown`,
    next: sql`p.id`,
  },
});

/** That an account is of a type, by the type's name. */
export const isOfType = (name: 'student' | 'teachers', column: string): Condition =>
  sql<SqlBool>`${sql.ref(column)} IN (SELECT type.id FROM account_types type WHERE lower(type.name) = ${name})`;

/** One number of two ids, for rows that have no id of their own. */
export const pairId = (first: string, second: string): Sql => sql`(${sql.ref(first)} * 2147483648 + ${sql.ref(second)})`;
