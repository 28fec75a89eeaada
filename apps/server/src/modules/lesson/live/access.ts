import type { Db } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import { type Actor, can, type TokenLimit } from '../../../platform/http/index.ts';
import { findLesson, type LessonRow } from './queries.ts';

/** The facts about a person that the access rules need. */
export type LessonPerson = Pick<Actor, 'accountId' | 'isAdmin' | 'rights'> & {
  /** The one thing that the caller's token is for: a seat is one student's place in one lesson. */
  limit?: TokenLimit | null;
};

/** An assessment and one person's access to it. */
export interface Lesson {
  assessmentId: number;
  title: string;
  status: 'Active' | 'finished';
  ownerId: number;
  teacherName: string;
  /** The class, or null while the assessment has none; then only its owner and Admins have access. */
  courseId: number | null;
  courseName: string;
  schoolId: number | null;
  /** False when it has no class, or an archived one. */
  isCourseActive: boolean;
  /** `staff` may run it and see everything of it; `student` is a current member of the class. */
  audience: 'staff' | 'student';
}

/** The columns that tie an account to a lesson. */
type PlaceInClass = Pick<LessonRow, 'assessment_id' | 'owner_id' | 'member_role' | 'left_at'>;

type Standing = 'staff' | 'student' | 'left' | 'none';

/**
 * Returns a person's standing in a lesson. Staff: the owner (until removed from the class), the class's staff, and
 * Admins, each only with the right to run live lessons. Students: current members. `left`: a former student of the
 * class. A seat has a standing in its own lesson only, and never that of staff (LIVE-89).
 */
function standingOf(row: PlaceInClass, person: LessonPerson): Standing {
  const { limit } = person;
  if (limit?.kind === 'seat' && limit.assessmentId !== row.assessment_id) return 'none';
  const hasLeft = row.left_at !== null;
  const isOfStaff = limit?.kind !== 'seat' && (person.isAdmin || (!hasLeft && (row.owner_id === person.accountId || row.member_role === 'TEACHER')));
  if (isOfStaff && can(person, 'live-lessons', 'run')) return 'staff';
  if (row.member_role !== 'STUDENT') return 'none';
  return hasLeft ? 'left' : 'student';
}

function toLesson(row: LessonRow, audience: Lesson['audience']): Lesson {
  return {
    assessmentId: row.assessment_id,
    title: row.title,
    status: row.status,
    ownerId: row.owner_id,
    teacherName: `${row.owner_first_name} ${row.owner_last_name}`.trim(),
    courseId: row.course_id,
    courseName: row.course_name ?? '',
    schoolId: row.school_id,
    isCourseActive: row.course_is_active,
    audience,
  };
}

/** Returns the lesson if this person may access it, or null. */
export async function findMemberLesson(db: Db, person: LessonPerson, assessmentId: number): Promise<Lesson | null> {
  return findMemberOf(await findLesson(db, assessmentId, person.accountId), person);
}

/** Returns the lesson if this person may access it, or null, from a row that was already read. */
export function findMemberOf(row: LessonRow | null, person: LessonPerson): Lesson | null {
  const standing = row && standingOf(row, person);
  return row && (standing === 'staff' || standing === 'student') ? toLesson(row, standing) : null;
}

/** Returns the lesson of a row that was already read, for staff and students. @throws ASSESSMENT_NOT_FOUND */
export function requireMemberOf(row: LessonRow | null, person: LessonPerson): Lesson {
  const lesson = findMemberOf(row, person);
  if (!lesson) throw appError('ASSESSMENT_NOT_FOUND');
  return lesson;
}

/**
 * Returns the lesson for staff and students. @throws ASSESSMENT_NOT_FOUND, also for somebody who has left the class.
 */
export async function getMemberLesson(db: Db, person: LessonPerson, assessmentId: number): Promise<Lesson> {
  return requireMemberOf(await findLesson(db, assessmentId, person.accountId), person);
}

/** Returns the lesson for somebody who may run it. @throws ASSESSMENT_NOT_FOUND */
export async function getStaffLesson(db: Db, person: LessonPerson, assessmentId: number): Promise<Lesson> {
  const lesson = await getMemberLesson(db, person, assessmentId);
  if (lesson.audience !== 'staff') throw appError('ASSESSMENT_NOT_FOUND');
  return lesson;
}

/**
 * Returns the lesson of a row that was already read, for a current student of its class. @throws ASSESSMENT_NOT_FOUND
 */
export function requireStudentOf(row: LessonRow | null, person: LessonPerson): Lesson {
  if (!row || standingOf(row, person) !== 'student') throw appError('ASSESSMENT_NOT_FOUND');
  return toLesson(row, 'student');
}

/** Returns the lesson for a current student of its class. @throws ASSESSMENT_NOT_FOUND */
export async function getStudentLesson(db: Db, person: LessonPerson, assessmentId: number): Promise<Lesson> {
  return requireStudentOf(await findLesson(db, assessmentId, person.accountId), person);
}

/**
 * Returns the lesson of a row that was already read, for current and former students of its class, who keep access to
 * their own work. @throws ASSESSMENT_NOT_FOUND
 */
export function requireOnceStudentOf(row: LessonRow | null, person: LessonPerson): Lesson & { hasLeft: boolean } {
  const standing = row && standingOf(row, person);
  if (!row || (standing !== 'student' && standing !== 'left')) throw appError('ASSESSMENT_NOT_FOUND');
  return { ...toLesson(row, 'student'), hasLeft: standing === 'left' };
}

/**
 * Checks that somebody who logs in is a student of the class, by the row that ties them to it; null if there is no such
 * lesson. @throws ASSESSMENT_NOT_FOUND
 */
export function requireStudent(row: PlaceInClass | null, person: LessonPerson): void {
  if (!row || standingOf(row, person) !== 'student') throw appError('ASSESSMENT_NOT_FOUND');
}

/**
 * Checks the same for somebody who submits an answer or a draft. @throws ASSESSMENT_NOT_FOUND; MEMBERSHIP_ENDED for a
 * student who was removed from the class
 */
export function requireAnsweringStudent(row: PlaceInClass | null, person: LessonPerson): void {
  if (row && standingOf(row, person) === 'left') throw appError('MEMBERSHIP_ENDED');
  requireStudent(row, person);
}
