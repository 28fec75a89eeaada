import { precondition } from '../errors.ts';
import type { Role } from '../types.ts';
import type { World } from '../world.ts';
import { notify } from './notify.ts';
import { assignTo, unassignWork } from './submissions.ts';

/** Google's limits of a course: https://support.google.com/edu/classroom/answer/7300976 */
const MOST_TEACHERS = 20;
const MOST_MEMBERS = 1000;

/** Requires a free place in the course. @throws GoogleError FAILED_PRECONDITION when it is full */
export function requirePlace(world: World, courseId: string, role: Role): void {
  const { teachers, students } = world.room(courseId);
  if (role === 'TEACHER' && teachers.size >= MOST_TEACHERS) throw precondition('CourseTeacherLimitReached', 'The course has reached its limit of teachers.');
  if (teachers.size + students.size >= MOST_MEMBERS) throw precondition('CourseMemberLimitReached', 'The course has reached its limit of members.');
}

/** Adds a member, who gets existing works too. A person with the other role in the course loses that one. */
export function addMember(world: World, courseId: string, userId: string, role: Role): void {
  const { teachers, students } = world.room(courseId);
  if (role === 'TEACHER' && students.get(userId)) removeMember(world, courseId, userId, 'STUDENT');
  const shelf = role === 'TEACHER' ? teachers : students;
  if (shelf.get(userId)) return;
  shelf.add(userId, { courseId, userId });
  for (const invitation of [...world.invitations.values()])
    if (invitation.courseId === courseId && invitation.userId === userId && invitation.role !== 'OWNER') world.invitations.remove(invitation.id);
  if (role === 'STUDENT') assignTo(world, courseId, userId);
  tell(world, courseId, userId, role, 'CREATED');
}

/** Removes a member. Their submissions disappear from all lists, and return with the member. */
export function removeMember(world: World, courseId: string, userId: string, role: Role): boolean {
  const { teachers, students } = world.room(courseId);
  if (!(role === 'TEACHER' ? teachers : students).remove(userId)) return false;
  if (role === 'STUDENT') unassignWork(world, courseId, userId);
  tell(world, courseId, userId, role, 'DELETED');
  return true;
}

const tell = (world: World, courseId: string, userId: string, role: Role, eventType: 'CREATED' | 'DELETED'): void =>
  notify(world, { collection: role === 'TEACHER' ? 'courses.teachers' : 'courses.students', eventType, resourceId: { courseId, userId } });
