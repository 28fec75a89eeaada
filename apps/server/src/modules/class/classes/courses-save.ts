import { asMessage, courseCreate, courseMeetLink, courseMeetLinkRemove, courseSettings, courseUpdate, type MessageKey } from '@classwright/contract';
import { audit } from '../../../platform/audit/index.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { appError, fieldError } from '../../../platform/errors.ts';
import { type Actor, implement, type Implementation, type Call } from '../../../platform/http/index.ts';
import type { Reach } from '../../../platform/reach.ts';
import { requireStaff } from './access.ts';
import { type CourseRow, findCourse } from './courses-queries.ts';
import { type CourseChanges, insertOwners, lockCourse, lockLevel, lockOwners, updateCourse } from './courses-write-queries.ts';
import type { ClassDependencies } from './dependencies.ts';
import { membersEnrolled } from './events.ts';
import { findMembership } from './queries.ts';
import { createClass } from './service.ts';

interface Change {
  id: number;
  updated_at?: string | undefined;
  action: string;
  message: MessageKey;
  /** Returns the changes to make to the current row. */
  change: (before: CourseRow) => Promise<CourseChanges>;
}

/** Returns a class as the audit trail keeps it. */
const recordOf = (row: CourseRow) => {
  const { name, section, subject, room, level_id, owner_id, description_heading, description, google_meet_link } = row;
  const { comments_by_students, removed_may_rejoin } = row;
  return { name, section, subject, room, level_id, owner_id, description_heading, description, google_meet_link, comments_by_students, removed_may_rejoin };
};

/** Returns a class as the person who changed it sees it. @throws NOT_FOUND */
export async function getCourse(tx: Tx, reader: Pick<Actor, 'accountId' | 'isAdmin'>, id: number): Promise<CourseRow> {
  const row = await findCourse(tx, reader, id);
  if (!row) throw appError('NOT_FOUND');
  return row;
}

/** Creates and changes classes, and their meeting link. */
export function implementCourseSaves({ t, room, views: { toCourseView } }: ClassDependencies): Implementation[] {
  /** Changes a locked, active class, for its staff. */
  async function save({ tx, actor, requestId }: Call, { id, updated_at, action, message, change }: Change) {
    await requireStaff(tx, actor, id);
    const held = await lockCourse(tx, id);
    if (!held) throw appError('NOT_FOUND');
    const before = await getCourse(tx, actor, id);
    if (updated_at !== undefined && Date.parse(updated_at) !== before.updated_at.getTime())
      throw appError('EDIT_CONFLICT', { row: toCourseView(before, actor) });
    if (held.course_state !== 'ACTIVE') throw appError('CLASS_ARCHIVED');
    const changes = Object.fromEntries(
      Object.entries(await change(before)).filter(([name, value]) => value !== undefined && value !== Reflect.get(before, name)),
    );
    if (Object.keys(changes).length > 0) {
      await updateCourse(tx, id, changes);
      if (changes['owner_id'] !== undefined) await settleOwner(tx, id, Number(changes['owner_id']));
      await room.announce(tx, id, 'class.changed');
      // each announcement shows whether its reader may reply
      if (changes['comments_by_students'] !== undefined) await room.announce(tx, id, 'class.stream.changed');
    }
    const after = await getCourse(tx, actor, id);
    if (Object.keys(changes).length > 0)
      await audit(tx, actor, { action, subjectType: 'course', subjectId: id, before: recordOf(before), after: recordOf(after), requestId });
    return { ...both(toCourseView(after, actor)), message: t(message) };
  }
  async function settleOwner(tx: Tx, id: number, ownerId: number): Promise<void> {
    await insertOwners(tx, [id]);
    await membersEnrolled.announce(tx, { courseId: id, accountIds: [ownerId], role: 'TEACHER' });
    await room.announce(tx, id, 'class.people.changed');
  }

  return [
    implement(courseCreate, async ({ tx, actor, requestId, input }) => {
      const ownerId = input.ownerId ?? (actor.schoolId === null ? null : actor.accountId);
      if (ownerId === null) throw fieldError('ownerId', 'validation.required', { label: asMessage('class.field.owner') });
      const schoolId = (await lockOwners(tx, [ownerId], actor.reach)).get(ownerId);
      if (schoolId === undefined) throw fieldError('ownerId', 'class.owner.none');
      await requireLevel(tx, input.level_id, schoolId);
      const { name, section, subject, room: where, level_id: levelId } = input;
      const id = await createClass(tx, { schoolId, ownerId, name, section, subject, room: where, levelId });
      const course = await getCourse(tx, actor, id);
      await audit(tx, actor, { action: courseCreate.name, subjectType: 'course', subjectId: id, after: recordOf(course), requestId });
      return { ...both(toCourseView(course, actor)), message: t('class.created') };
    }),
    implement(courseUpdate, (call) => {
      const { id, updated_at, ownerId, name, section, subject, room: where, level_id } = call.input;
      return save(call, {
        ...{ id, updated_at, action: courseUpdate.name, message: 'class.updated' },
        async change(before) {
          if (level_id !== before.level_id) await requireLevel(call.tx, level_id, before.school_id);
          if (ownerId !== undefined && ownerId !== before.owner_id) await requireOwner(call.tx, call.actor.reach, before, ownerId);
          return { name, section, subject, room: where, level_id, owner_id: ownerId };
        },
      });
    }),
    implement(courseSettings, (call) => {
      const { id, updated_at, descriptionHeading, description, comments_by_students, removed_may_rejoin } = call.input;
      return save(call, {
        ...{ id, updated_at, action: courseSettings.name, message: 'class.updated' },
        change: async () => ({ description_heading: descriptionHeading, description, comments_by_students, removed_may_rejoin }),
      });
    }),
    implement(courseMeetLink, (call) => {
      const { id, google_meet_link } = call.input;
      return save(call, { id, action: courseMeetLink.name, message: 'class.meetLink.saved', change: async () => ({ google_meet_link }) });
    }),
    implement(courseMeetLinkRemove, (call) =>
      save(call, {
        ...{ id: call.input.id, action: courseMeetLinkRemove.name, message: 'class.meetLink.removed' },
        change: async () => ({ google_meet_link: '' }),
      }),
    ),
  ];
}

const both = <T>(course: T): { course: T; data: T } => ({ course, data: course });

async function requireLevel(tx: Tx, id: number, schoolId: number): Promise<void> {
  if (!(await lockLevel(tx, id, schoolId))) throw fieldError('level_id', 'validation.id', { label: asMessage('list.field.level') });
}

/** @throws VALIDATION_FAILED at the owner, for a person who cannot own this class */
async function requireOwner(tx: Tx, reach: Reach, course: CourseRow, ownerId: number): Promise<void> {
  const schoolId = (await lockOwners(tx, [ownerId], reach)).get(ownerId);
  if (schoolId === undefined) throw fieldError('ownerId', 'class.owner.none');
  if (schoolId !== course.school_id) throw fieldError('ownerId', 'class.owner.otherSchool');
  const place = await findMembership(tx, course.id, ownerId);
  if (place?.role === 'STUDENT' && place.left_at === null) throw fieldError('ownerId', 'class.owner.isStudent');
}
