/**
 * Invitation groups: people who are invited to a class together.
 *
 * Invariants: a school's group holds only people of that school, and people of other schools can neither see nor change
 * it; nobody can add a person they could not find themselves; an import applies all of its rows or none, unless the
 * importer chose to import the rows without errors; every membership change leaves an entry in the audit trail;
 * deleting a group deletes nobody.
 */
import { invitationGroups, type MessageKey, type Translate, type ListRow } from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import { implementReferenceList, type ListHooks } from '../../../platform/reference-lists/index.ts';
import { fieldError } from '../../../platform/errors.ts';
import { choosableSchools, visibleGroups } from './access.ts';
import { countOutside, listMembers } from './queries.ts';
import { implementGroupImport } from './import/index.ts';
import { implementGroupMembers } from './members.ts';
import { personalData } from './personal-data.ts';

/** People see the groups of their own school; groups they create belong to their school permanently. */
const invitationGroupHooks: ListHooks<ListRow<typeof invitationGroups>> = {
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

export function invitationGroupsModule({ t }: { t: Translate<MessageKey> }): Manifest {
  const implementations = [
    ...implementReferenceList(invitationGroups, { t, hooks: invitationGroupHooks }),
    ...implementGroupMembers({ t }),
    ...implementGroupImport({ t }),
  ];
  return { personalData, implementations };
}
