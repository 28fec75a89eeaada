import type { Db, Tx } from '../../platform/database/index.ts';
import { appError } from '../../platform/errors.ts';
import type { Actor } from '../../platform/http/index.ts';
import type { RowCondition } from '../../platform/reference-lists/index.ts';
import { isAdmin } from '../access/index.ts';
import { type GroupRow, holdGroup, isOfSchool, isSchool } from './queries.ts';

/** Whose groups and people somebody may use: those of one school (`0`: of none), or null: all of them. */
export async function reachOf(db: Db, actor: Pick<Actor, 'accountId' | 'schoolId'>): Promise<number | null> {
  return (await isAdmin(db, actor)) ? null : (actor.schoolId ?? 0);
}

/** Groups of one's own school. */
export const visibleGroups: RowCondition = async (db, actor) => {
  const reach = await reachOf(db, actor);
  return reach === null ? null : isOfSchool(reach);
};

/** The school that a group is given to is one's own. */
export const choosableSchools: RowCondition = async (db, actor) => {
  const reach = await reachOf(db, actor);
  return reach === null ? null : isSchool(reach);
};

/** The group, held until commit. @throws NOT_FOUND, also for one of another school */
export async function requireGroup(tx: Tx, reach: number | null, id: number): Promise<GroupRow> {
  const group = await holdGroup(tx, id);
  if (!group || (reach !== null && group.school_id !== reach)) throw appError('NOT_FOUND');
  return group;
}
