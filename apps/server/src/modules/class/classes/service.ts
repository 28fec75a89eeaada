import { makeCode } from '../../../platform/codes.ts';
import type { Tx } from '../../../platform/database/index.ts';
import { membersEnrolled, membershipEnded } from './events.ts';
import { hideClass, insertCourses, insertOwners, type NewCourse, updateCourse } from './courses-write-queries.ts';
import { endMembership, insertTopic, type MemberRole, reviveMembership, upsertMembers } from './queries.ts';

export interface NewClass {
  schoolId: number;
  /** The owner, who becomes a TEACHER member. */
  ownerId: number;
  name: string;
  section?: string;
  subject?: string;
  room?: string;
  levelId?: number | null;
  description?: string;
}

const CODE_LENGTH = 7;
const CODE_TRIES = 5;

/** Creates a class with its owner in it and an enrollment code of its own. Returns its id. */
export async function createClass(tx: Tx, course: NewClass): Promise<number> {
  return (await createClasses(tx, [course]))[0] as number;
}

/**
 * Creates classes, each with its owner in it and an enrollment code of its own, in two statements. Returns their ids in
 * the same order.
 */
export async function createClasses(tx: Tx, courses: readonly NewClass[]): Promise<number[]> {
  const ids = new Map<NewClass, number>();
  for (let attempt = 1; attempt <= CODE_TRIES && ids.size < courses.length; attempt += 1) {
    const coded = courses.filter((course) => !ids.has(course)).map((course) => [makeCode(CODE_LENGTH), course] as const);
    const made = await insertCourses(
      tx,
      coded.map(([code, course]) => toRow(course, code)),
    );
    for (const [code, course] of coded) {
      const id = made.get(code);
      if (id !== undefined) ids.set(course, id);
    }
  }
  if (ids.size < courses.length) throw new Error('no free enrolment code found');
  const inOrder = courses.map((course) => ids.get(course) as number);
  await insertOwners(tx, inOrder);
  return inOrder;
}

/** Gives a class a new code. */
export async function renewCode(tx: Tx, courseId: number): Promise<void> {
  // a collision with another class's code is as unlikely as guessing one, so the call may fail
  await updateCourse(tx, courseId, { enrollment_code: makeCode(CODE_LENGTH) });
}

const toRow = ({ schoolId, ownerId, name, section = '', subject = '', room = '', levelId = null, description = '' }: NewClass, code: string): NewCourse => ({
  school_id: schoolId,
  owner_id: ownerId,
  level_id: levelId,
  name,
  section,
  subject,
  room,
  description,
  enrollment_code: code,
});

/**
 * Creates the hidden class of a rehearsal, with its owner in it. It stands in no list of classes, and only simulated
 * people learn in it. Returns its id.
 */
export async function createRehearsalClass(tx: Tx, course: NewClass): Promise<number> {
  const id = await createClass(tx, course);
  await hideClass(tx, id);
  return id;
}

/**
 * Enrolls people of the class's own school. People who are in the class already keep their membership and role; people
 * who had left return. @throws when someone belongs to another school: no class crosses a school
 */
export async function enrol(tx: Tx, courseId: number, accountIds: readonly number[], role: MemberRole): Promise<void> {
  const enrolled = new Set(await upsertMembers(tx, courseId, accountIds, role));
  const strangers = accountIds.filter((id) => !enrolled.has(id));
  if (strangers.length > 0) throw new Error(`accounts ${strangers.join(', ')} are not of the school of class ${courseId}`);
  await membersEnrolled.announce(tx, { courseId, accountIds, role });
}

/**
 * Removes a person from a class. Rows that depend on the membership stay, rights end with the commit, and listeners are
 * notified. Returns false, and does nothing, for the owner and for people who are not in the class.
 */
export async function removeMember(tx: Tx, courseId: number, accountId: number): Promise<boolean> {
  const ended = await endMembership(tx, courseId, accountId);
  if (ended) membershipEnded.announce(tx, { courseId, accountIds: [accountId] });
  return ended;
}

/** Returns a person who left to the class, in the old role. Returns false when there is no such person. */
export async function returnMember(tx: Tx, courseId: number, accountId: number): Promise<boolean> {
  const role = await reviveMembership(tx, courseId, accountId);
  if (role) await membersEnrolled.announce(tx, { courseId, accountIds: [accountId], role });
  return role !== null;
}

/** Creates a topic of a class. Returns its id. */
export async function createTopic(tx: Tx, courseId: number, name: string, description = ''): Promise<number> {
  return insertTopic(tx, { course_id: courseId, name, description });
}
