/**
 * Classes: who teaches and who studies in which class. Only this module reads the members: use `standingIn` for one
 * person in one class, and the views `class_staff`, `class_students`, `class_people` (now) and `class_standings`
 * (including those who left) for many.
 *
 * Invariants: a class and its people belong to one school; the owner is a TEACHER member and stays one; leaving keeps
 * the membership's row and returning revives it, so nothing that depends on it is lost; listeners are notified after
 * the commit that a membership ended.
 */
import { type MessageKey, type Translate, suggestClasses, suggestTopics } from '@classwright/contract';
import type { ManifestWith } from '../../../manifest.ts';
import type { Db, Tx } from '../../../platform/database/index.ts';
import { periodsChanged } from '../../school/reference/index.ts';
import type { Rooms } from '../../../platform/live/index.ts';
import type { Notifier } from '../../school/notifications/index.ts';
import { type ClassRoom, createClassRoom, epochAt } from './room.ts';
import { classChannels, classPresenceChannel } from './channels.ts';
import { implementClassRoom } from './class-room.ts';
import { implementCodes } from './codes.ts';
import { implementCourseSaves } from './courses-save.ts';
import { implementCourses } from './courses.ts';
import { implementKeeping } from './keep.ts';
import { implementRequests } from './requests/index.ts';
import { listClassesOf, listActiveClassesOf } from './queries.ts';
import { createCourseViews } from './views.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { computeOwnerReach } from '../../../platform/reach.ts';
import { suggestClassRows, suggestTopicRows } from './suggest-queries.ts';
import { implementTopics } from './topics/index.ts';
import { personalData } from './personal-data.ts';

export {
  askActiveStaff,
  refuseArchivedClass,
  requireActiveClass,
  requireActiveStaff,
  requireMember,
  requireStaff,
  type Standing,
  standingIn,
} from './access.ts';
export { membersEnrolled, type Enrollment, type MembershipEnd, membershipEnded } from './events.ts';
export { findMissedAt } from './missed-posting.ts';
export { placeOf } from './queries.ts';
export { findMembership, getClassName, listClassesOf, listMembers } from './queries.ts';
export { type ClassRoom, createClassRoom, epochAt };
export { removeMembers, returnMembers } from './many-members.ts';
export {
  archiveClass,
  archiveTopics,
  findClassExternal,
  findOutsideClass,
  listOutsideTopics,
  type OutsideClass,
  type OutsideTopic,
  renameTopic,
  restoreTopics,
  importClassFacts,
} from './from-outside.ts';
export { changeClassNames, changeRoles, enrollMany, eraseUnusedClasses } from './many-classes.ts';
export { enrolSimulated } from './courses-write-queries.ts';
export { createClass, createClasses, createRehearsalClass, createTopic, enrol, type NewClass, removeMember, returnMember } from './service.ts';

export interface ClassesOptions {
  db: Db;
  t: Translate<MessageKey>;
  publicUrl: URL | null;
  notifier: Notifier;
  rooms: Pick<Rooms, 'announce'>;
}

export function classesModule({ db, t, publicUrl, notifier, rooms }: ClassesOptions): ManifestWith<{ room: ClassRoom }> {
  const room = createClassRoom(rooms);
  const dependencies = { t, notifier, room, views: createCourseViews({ publicUrl }) };
  return {
    parts: { room },
    personContext: async (on, { id }) => ({
      courses: (await listClassesOf(on, id)).map(({ id: courseId, name, section }) => ({ id: courseId, name, section })),
    }),
    personalData,
    implementations: [
      ...implementCourses(dependencies),
      ...implementCourseSaves(dependencies),
      ...implementCodes(dependencies),
      ...implementKeeping(dependencies),
      ...implementRequests(dependencies),
      implementClassRoom(),
      ...implementClassSuggestions(),
      ...implementTopics({ t }),
    ],
    listens: [periodsChanged.listen((tx, { schoolIds }) => announcePeriods(tx, room, schoolIds))],
    eventWords: ['class', 'gradebook'],
    channels: [...classChannels(db), classPresenceChannel(db)],
  };
}

/** Notifies everyone in the classes of some schools that their marking periods have changed, in one statement. */
async function announcePeriods(tx: Tx, room: Pick<ClassRoom, 'announceInAll'>, schoolIds: readonly number[]): Promise<void> {
  await room.announceInAll(tx, await listActiveClassesOf(tx, schoolIds), 'class.periods.changed');
}

/** Suggests the person's classes and their topics while they type in fields and filters. */
function implementClassSuggestions(): Implementation[] {
  return [
    implement(suggestClasses, async ({ tx, input, actor }) => ({
      data: (await suggestClassRows(tx, input, computeOwnerReach(actor))).map((row) => ({ ...row, local: { id: row.id } })),
    })),
    implement(suggestTopics, async ({ tx, input, actor }) => ({ data: await suggestTopicRows(tx, input, computeOwnerReach(actor)) })),
  ];
}
