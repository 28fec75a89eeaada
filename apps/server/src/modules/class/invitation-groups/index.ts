/**
 * Invitation groups: people who are invited to a class together.
 *
 * Invariants: a school's group holds only people of that school, and people of other schools can neither see nor change
 * it; nobody can add a person they could not find themselves; an import applies all of its rows or none, unless the
 * importer chose to import the rows without errors; every membership change leaves an entry in the audit trail;
 * deleting a group deletes nobody.
 */
import { invitationGroups, type MessageKey, type Translate } from '@classwright/contract';
import type { Manifest } from '../../../manifest.ts';
import { implementReferenceList } from '../../../platform/reference-lists/index.ts';
import { invitationGroupHooks } from './hooks.ts';
import { implementGroupImport } from './import/index.ts';
import { implementGroupMembers } from './members.ts';

export function invitationGroupsModule({ t }: { t: Translate<MessageKey> }): Manifest {
  const implementations = [
    ...implementReferenceList(invitationGroups, { t, hooks: invitationGroupHooks }),
    ...implementGroupMembers({ t }),
    ...implementGroupImport({ t }),
  ];
  return { implementations };
}
