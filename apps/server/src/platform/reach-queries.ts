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
