import { sql, type SqlBool } from 'kysely';
import { isInReach } from '../../../../platform/reach-queries.ts';
import type { RowCondition } from '../../../../platform/reference-lists/index.ts';

/** Items of one's own school, and those that every school offers. */
export const visibleItems: RowCondition = ({ reach }) => ('all' in reach ? 'all' : sql<SqlBool>`(t.school_id IS NULL OR ${isInReach(reach, 't.school_id')})`);

/** The school that an item is given to is one's own. */
export const choosableSchools: RowCondition = ({ reach }) => ('all' in reach ? 'all' : isInReach(reach, 't.id'));

/** Who hands things over: somebody of one's school who is active and no student. */
export const choosableKeepers: RowCondition = ({ reach }) =>
  sql<SqlBool>`(t.status AND ${isInReach(reach, 't.school_id')}
    AND NOT EXISTS (SELECT FROM roles WHERE roles.id = t.role_id AND roles.key = 'student'))`;
