import { type RawBuilder, sql, type SqlBool } from 'kysely';

/** Conditions about rows that the statements of lists call `t`. */
type Condition = RawBuilder<SqlBool>;

export const accountsOfSchool = (schoolId: number | null): Condition => sql<SqlBool>`t.school_id = ${schoolId}`;

/** Roles of a school's people. */
export const rolesOfSchool = (schoolId: number | null): Condition =>
  sql<SqlBool>`EXISTS (SELECT 1 FROM accounts holder WHERE holder.id = t.account_id AND holder.school_id = ${schoolId})`;
