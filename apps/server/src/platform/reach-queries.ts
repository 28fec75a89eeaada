import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Reach, PersonScope } from './reach.ts';

/** Returns the condition that a column with a school's id is within reach. */
export const isInReach = (reach: Reach, column: string): RawBuilder<SqlBool> =>
  'all' in reach ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = ${reach.schoolId}`;

/** Returns the condition that a column with an account's id is one of the given people. */
export const isTheirs = (whose: PersonScope, column: string): RawBuilder<SqlBool> =>
  'all' in whose ? sql<SqlBool>`true` : sql<SqlBool>`${sql.ref(column)} = ${whose.accountId}`;

/** Returns the condition `own` for one person, or true for everybody. */
export const unlessEverybody = (whose: PersonScope, own: (accountId: number) => RawBuilder<unknown>): RawBuilder<SqlBool> =>
  'all' in whose ? sql<SqlBool>`true` : sql<SqlBool>`(${own(whose.accountId)})`;

/** Returns the condition that a row `alias` of a list per school belongs to the given school or to all (null: only to all). */
export const isOfSchool = (schoolId: number | null, alias = 't'): RawBuilder<SqlBool> =>
  schoolId === null
    ? sql<SqlBool>`${sql.ref(`${alias}.school_id`)} IS NULL`
    : sql<SqlBool>`(${sql.ref(`${alias}.school_id`)} IS NULL OR ${sql.ref(`${alias}.school_id`)} = ${schoolId})`;

/** Returns the condition that a row `alias` of a list per school belongs to all schools or is within reach. */
export const isSharedOrInReach = (reach: Reach, alias = 't'): RawBuilder<SqlBool> => ('all' in reach ? sql<SqlBool>`true` : isOfSchool(reach.schoolId, alias));

/**
 * Returns the condition that a row `alias` of a list per school is offered to people of the reach: their school's rows,
 * and those of all schools that their school has not replaced by its own. `archives`: replaced only by a row in use.
 */
export const isOffered = (reach: Reach, table: string, archives: boolean, alias = 't'): RawBuilder<SqlBool> =>
  'all' in reach
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(${isOfSchool(reach.schoolId, alias)} AND NOT EXISTS (
        SELECT 1 FROM ${sql.table(table)} AS own WHERE own.replaces_id = ${sql.ref(`${alias}.id`)} AND own.school_id = ${reach.schoolId}
        ${archives ? sql`AND own.archived_at IS NULL` : sql``}))`;
