/**
 * Classes: who teaches and who learns in which class. Nobody else reads the members: one person in one class is asked of
 * `standingIn`, many of the views `class_staff`, `class_students`, `class_people` (now) and `class_standings` (those who
 * left too).
 *
 * Invariants: a class and its people belong to one school; the owner is a TEACHER member and stays one; leaving keeps
 * the membership's row and returning revives it, so nothing that hangs on it is lost; whoever must know that a
 * membership ended is told after the commit.
 */
import type { MessageKey, Translate } from '@classwright/contract';
import type { Manifest } from '../../manifest.ts';
import type { Db } from '../../platform/database/index.ts';
import { classPresenceChannel } from './channels.ts';
import { implementClassLists } from './class-lists.ts';
import { implementClassSuggestions } from './suggest.ts';
import { implementTopics } from './topics/index.ts';

export { standingIn } from './access.ts';
export { type MembershipEnd, type MembershipListener, onMembershipEnded } from './membership-events.ts';
export { findMembership, listClassesOf, listMembers } from './queries.ts';
export { createClass, createTopic, enrol, removeMember, returnMember } from './service.ts';

export function classesModule({ db, t }: { db: Db; t: Translate<MessageKey> }): Manifest {
  return { implementations: [...implementClassLists(), ...implementClassSuggestions(), ...implementTopics({ t })], channels: [classPresenceChannel(db)] };
}
