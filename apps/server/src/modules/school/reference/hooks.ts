import { type ListRow, type markingPeriods, packMessage, type schools } from '@classwright/contract';
import { appError } from '../../../platform/errors.ts';
import { isWithin } from '../../../platform/reach.ts';
import { isInReach } from '../../../platform/reach-queries.ts';
import type { ListCall, ListHooks, RowCondition } from '../../../platform/reference-lists/index.ts';
import { periodsChanged } from './events.ts';
import { hasSchoolOfSameName, isPeriodInReach, listOverlaps } from './queries.ts';

const schoolsInReach: RowCondition = ({ reach }) => ('all' in reach ? 'all' : isInReach(reach, 't.id'));

/** People see their own school. Only people who span the installation can create one. */
export const schoolHooks: ListHooks<ListRow<typeof schools>> = {
  visible: schoolsInReach,
  async beforeSave({ actor }, { before }) {
    if (!before && !actor.isAdmin) throw appError('NOT_ALLOWED');
    return undefined;
  },
  async afterSave({ tx }, { before, after }) {
    if (before?.school_name === after.school_name || !(await hasSchoolOfSameName(tx, after.id))) return [];
    return [packMessage('list.school.twin', { name: after.school_name })];
  },
};

/**
 * People see the periods of their own school. Only people who span the installation can change one shared with other
 * schools.
 */
export const markingPeriodHooks: ListHooks<ListRow<typeof markingPeriods>> = {
  visible: ({ reach }) => ('all' in reach ? 'all' : isPeriodInReach(reach)),
  choosable: { school_id: schoolsInReach },
  async beforeSave(call, { before }) {
    await requireOwnSchools(call, before);
    return undefined;
  },
  async afterSave({ tx }, { after }) {
    const overlaps = await listOverlaps(tx, after.id);
    return overlaps.map(({ school_name, others }) => packMessage('list.markingPeriod.overlaps', { name: after.name, others, school: school_name }));
  },
  onChanged: ({ tx }, periods) => periodsChanged.announce(tx, { schoolIds: [...new Set(periods.flatMap(({ school_id }) => school_id))] }),
  mayDelete: requireOwnSchools,
};

async function requireOwnSchools({ actor }: ListCall, period: ListRow<typeof markingPeriods> | null): Promise<void> {
  if (period !== null && !period.school_id.every((id) => isWithin(actor.reach, id))) throw appError('NOT_ALLOWED');
}
