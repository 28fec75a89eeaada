import { sql, type SqlBool } from 'kysely';
import { isInReach } from '../../../../platform/reach-queries.ts';
import type { RowCondition } from '../../../../platform/reference-lists/index.ts';

/** Limits items to those of one's own school, and those that every school offers. */
export const visibleItems: RowCondition = ({ reach }) => ('all' in reach ? 'all' : sql<SqlBool>`(t.school_id IS NULL OR ${isInReach(reach, 't.school_id')})`);

/** Limits the school of an item to one's own. */
export const choosableSchools: RowCondition = ({ reach }) => ('all' in reach ? 'all' : isInReach(reach, 't.id'));

/** Limits the people who hand items over to active non-students of one's school. */
export const choosableKeepers: RowCondition = ({ reach }) =>
  sql<SqlBool>`(t.status AND ${isInReach(reach, 't.school_id')}
    AND NOT EXISTS (SELECT FROM roles WHERE roles.id = t.role_id AND roles.key = 'student'))`;
