import type { Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { isWithin, type Reach } from '../../../platform/reach.ts';
import { isInReach } from '../../../platform/reach-queries.ts';
import type { RowCondition } from '../../../platform/reference-lists/index.ts';
import { type GroupRow, lockGroup } from './queries.ts';

/** Limits groups to those of one's own school. */
export const visibleGroups: RowCondition = ({ reach }) => ('all' in reach ? 'all' : isInReach(reach, 't.school_id'));

/** Limits the schools of a group to one's own. */
export const choosableSchools: RowCondition = ({ reach }) => ('all' in reach ? 'all' : isInReach(reach, 't.id'));

/** Returns the group, locked until commit. @throws NOT_FOUND, also for a group of another school */
export async function requireGroup(tx: Tx, reach: Reach, id: number): Promise<GroupRow> {
  const group = await lockGroup(tx, id);
  if (!group || !isWithin(reach, group.school_id)) throw appError('NOT_FOUND');
  return group;
}
