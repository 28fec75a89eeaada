/**
 * Invitation groups: people who are invited to a class together.
 *
 * Invariants: a group of a school holds people of that school alone, and people of another school neither see nor change
 * it; nobody puts somebody into a group whom they could not find themselves; an import does all of its rows or none,
 * unless whoever imports wants the rows without errors; every change of who is in a group leaves an entry in the audit
 * trail; deleting a group deletes nobody.
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
