import { type invitationGroups, type ListRow } from '@classwright/contract';
import { fieldError } from '../../../platform/errors.ts';
import type { ListHooks } from '../../../platform/reference-lists/index.ts';
import { choosableSchools, visibleGroups } from './access.ts';
import { countOutside, listMembers } from './queries.ts';

/** People see the groups of their own school; groups they create belong to their school permanently. */
export const invitationGroupHooks: ListHooks<ListRow<typeof invitationGroups>> = {
  visible: visibleGroups,
  choosable: { school_id: choosableSchools },
  async beforeSave({ tx, actor }, { before, values }) {
    if (!('all' in actor.reach)) return { school_id: before ? before.school_id : actor.schoolId };
    const schoolId = values.school_id as number | null | undefined;
    if (!before || schoolId === undefined || schoolId === null || schoolId === before.school_id) return undefined;
    const count = await countOutside(tx, before.id, schoolId);
    if (count > 0) throw fieldError('school_id', 'invitationGroup.schoolOfOthers', { count });
    return undefined;
  },
  async extend(db, rows) {
    const members = await listMembers(
      db,
      rows.map(({ id }) => id),
    );
    return rows.map(({ id }) => {
      const accounts = members.get(id) ?? [];
      return { accounts, accounts_count: accounts.length };
    });
  },
};
