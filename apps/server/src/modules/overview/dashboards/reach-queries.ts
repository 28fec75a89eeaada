import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { DashboardReach, OrderedRows } from '../../../platform/dashboards/index.ts';
import { rosterIdOf } from '../../people/accounts/index.ts';

export type Condition = RawBuilder<SqlBool>;
type Sql = RawBuilder<unknown>;

/** Returns the conditions that were set; unused filters are null. */
export const asked = (...conditions: readonly (Condition | null)[]): Condition[] => conditions.filter((condition) => condition !== null);

/** Returns the condition of a filter, or null when it is not set. */
export const where = <T>(value: T | null, condition: (value: T) => Condition): Condition | null => (value === null ? null : condition(value));

/** The condition that a class is within reach, archived or not: the classes that the person teaches or attends now. */
export function courseIn(reach: DashboardReach, course: Sql): Condition {
  if (reach.of === 'everything') return sql<SqlBool>`true`;
  if (reach.of === 'school') return sql<SqlBool>`${course} IN (SELECT own.id FROM class_facts own WHERE own.school_id = ${reach.schoolId})`;
  const role = reach.of === 'teacher' ? 'TEACHER' : 'STUDENT';
  return sql<SqlBool>`${course} IN (SELECT own.course_id FROM class_standings own WHERE own.account_id = ${reach.accountId} AND own.role = ${role} AND own.left_at IS NULL)`;
}

/** The condition that the class `c` is active. */
export const isActiveClass: Condition = sql<SqlBool>`c.is_active`;

/** The condition that a column's day is within a period, both ends included. A row without a day is in none. */
export const isWithin = (from: string | null, to: string | null, date: Sql): Condition[] =>
  asked(
    where(from, (first) => sql<SqlBool>`${date} >= ${first}::date`),
    where(to, (last) => sql<SqlBool>`${date} <= ${last}::date`),
  );

/** Selects a person's name as it is shown. */
export const nameOf = (person: string): Sql => sql`trim(${sql.ref(`${person}.first_name`)} || ' ' || ${sql.ref(`${person}.last_name`)})`;

/** Selects what joins a person's row of a file to other systems. It is read for files only. */
export const identityOf = (person: string): { email: Sql; roster_id: Sql } => ({
  email: sql`${sql.ref(`${person}.email`)}`,
  roster_id: rosterIdOf(person),
});

/**
 * Orders persons `p` by name, each with their rows `t`. The database reads one person after the other and stops at the
 * end of the page, which helps when people have many rows. @param rows those of `p`, whose classes are within reach
 */
export const byPerson = (reach: DashboardReach, rows: Sql, joins: Sql): { student: OrderedRows } => ({
  student: {
    from: (order) => sql`(SELECT person.id, person.status, person.email, person.school_id, ${nameOf('person')} COLLATE natural_order AS shown FROM people person
                           WHERE ${reach.of === 'everything' ? sql`true` : sql`person.id IN (SELECT standing.account_id FROM class_standings standing WHERE ${courseIn(reach, sql`standing.course_id`)})`}
                           ORDER BY ${nameOf('person')} COLLATE natural_order ${order}, person.id) p
      CROSS JOIN LATERAL (${rows} OFFSET 0) t ${joins}`,
    column: sql`p.shown`,
    next: sql`p.id`,
  },
});

/** The condition that an account is of a type, by the type's name. */
export const isOfType = (name: 'student' | 'teachers', column: string): Condition =>
  sql<SqlBool>`${sql.ref(column)} IN (SELECT type.id FROM account_types type WHERE lower(type.name) = ${name})`;

/** Combines two ids into one number, for rows that have no id of their own. */
export const pairId = (first: string, second: string): Sql => sql`(${sql.ref(first)} * 2147483648 + ${sql.ref(second)})`;
