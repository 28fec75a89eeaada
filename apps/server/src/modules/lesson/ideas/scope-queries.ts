import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Db } from '../../../platform/database/index.ts';
import type { Person } from '../../../platform/http/index.ts';
import { isWithin } from '../../../platform/reach.ts';
import { appError } from '../../../platform/errors.ts';
import { requireStaff } from '../../class/classes/index.ts';

/** Returns the year in which the school year of a date begins: school years begin in August. */
export const schoolYearOf = (column: string): RawBuilder<number> => sql<number>`extract(year FROM ${sql.ref(column)} - interval '7 months')::integer`;

/** The lessons that somebody asks about. Undefined means no filter. */
export interface ScopeFilters {
  class_id?: number | undefined;
  school_id?: number | undefined;
  level_id?: number | undefined;
  /** The year in which a school year begins. */
  year?: number | undefined;
}

/**
 * Returns the condition on finished lessons (`held`, with `class`) that this person may look into: of a class that they
 * teach, of all their classes, or for people who reach every school of all. @throws NOT_FOUND, NOT_ALLOWED
 */
export async function requireScope(db: Db, person: Person, { class_id, school_id, level_id, year }: ScopeFilters = {}): Promise<RawBuilder<SqlBool>> {
  if (class_id !== undefined) await requireStaff(db, person, class_id);
  if (school_id !== undefined && !isWithin(person.reach, school_id)) throw appError('NOT_ALLOWED');
  const conditions = [class_id === undefined ? ownLessons(person) : sql<SqlBool>`held.course_id = ${class_id}`];
  if (school_id !== undefined) conditions.push(sql`held.school_id = ${school_id}`);
  if (level_id !== undefined) conditions.push(sql`class.level_id = ${level_id}`);
  if (year !== undefined) conditions.push(sql`${schoolYearOf('held.held_on')} = ${year}`);
  return sql<SqlBool>`(${sql.join(conditions, sql` AND `)})`;
}

/** Matches finished lessons of classes that a person teaches, or for an Admin of all. */
export const ownLessons = ({ isAdmin, accountId }: Pick<Person, 'isAdmin' | 'accountId'>): RawBuilder<SqlBool> =>
  isAdmin ? sql<SqlBool>`true` : sql<SqlBool>`held.course_id IN (SELECT staff.course_id FROM class_staff staff WHERE staff.account_id = ${accountId})`;
