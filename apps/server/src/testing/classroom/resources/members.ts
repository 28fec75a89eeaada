import { addMember, removeMember, requirePlace } from '../deeds/members.ts';
import { alreadyExists, denied, notFound, precondition } from '../errors.ts';
import {
  canSee,
  type Context,
  courseOf,
  findCourse,
  type Method,
  pageOf,
  pageParameters,
  param,
  requireModifiable,
  requireText,
  rosterPage,
} from '../method.ts';
import { takePage } from '../pages.ts';
import type { Course, Member, Role, User } from '../types.ts';
import { rosterReaders, toProfileView } from './profiles.ts';

const kinds = { students: 'STUDENT', teachers: 'TEACHER' } as const;
type Kind = keyof typeof kinds;

const methodsOf = (kind: Kind): Method[] => {
  const path = `v1/courses/{courseId}/${kind}`;
  const body = ['courseId', 'userId', 'profile', ...(kind === 'students' ? ['studentWorkFolder'] : [])];
  const adders = ['rosters', 'profile.emails', 'profile.photos'];
  return [
    { id: `courses.${kind}.list`, method: 'GET', path, query: pageParameters, scopes: rosterReaders, run: (context) => list(context, kind) },
    { id: `courses.${kind}.get`, method: 'GET', path: `${path}/{userId}`, scopes: rosterReaders, run: (context) => get(context, kind) },
    {
      id: `courses.${kind}.create`,
      method: 'POST',
      path,
      query: kind === 'students' ? ['enrollmentCode'] : [],
      body,
      scopes: adders,
      run: kind === 'students' ? addStudent : addTeacher,
    },
    { id: `courses.${kind}.delete`, method: 'DELETE', path: `${path}/{userId}`, scopes: ['rosters'], run: (context) => remove(context, kind) },
  ];
};

export const memberMethods: readonly Method[] = [...methodsOf('students'), ...methodsOf('teachers')];

const toView = (context: Context, { courseId, userId }: Member): object => {
  const user = context.world.users.get(userId);
  return { courseId, userId, profile: user ? toProfileView(context, user) : undefined };
};

function list(context: Context, kind: Kind): object {
  const course = courseOf(context);
  const page = pageOf(context, rosterPage);
  const { items, nextPageToken } = takePage(context.world.room(course.id)[kind].listed('', page.after), page);
  return { ...(items.length > 0 ? { [kind]: items.map((member) => toView(context, member)) } : {}), nextPageToken };
}

function get(context: Context, kind: Kind): object {
  const { world, actor } = context;
  const course = courseOf(context);
  const member = world.room(course.id)[kind].get(world.findUser(param(context, 'userId'), actor.user)?.id ?? '');
  if (!member) throw notFound();
  return toView(context, member);
}

/** Adds the caller with the course's code, or a person of the domain by its administrator. */
function addStudent(context: Context): object {
  const { world, actor, query, body } = context;
  const user = world.findUser(requireText(body, 'userId', 300), actor.user);
  const code = query.get('enrollmentCode');
  const course = findCourse(world, actor, param(context, 'courseId'));
  const isByCode = course !== undefined && code !== null && code === course.enrollmentCode && user === actor.user;
  if (!course || !(isByCode || canSee(world, actor.user, course))) throw notFound();
  return add(context, course, user, 'STUDENT', isByCode);
}

function addTeacher(context: Context): object {
  const { world, actor, body } = context;
  return add(context, courseOf(context), world.findUser(requireText(body, 'userId', 300), actor.user), 'TEACHER', false);
}

function add(context: Context, course: Course, user: User | undefined, role: Role, isByCode: boolean): object {
  const { world, actor } = context;
  if (!isByCode && !world.isAdminOf(actor.user, course)) throw denied();
  if (!user) throw notFound();
  if (!isByCode && user.domain !== course.domain)
    throw denied('@CannotDirectAddUser The user cannot be directly added to the course. The user should be invited instead.');
  requireModifiable(course);
  if (user.isDisabled) throw precondition();
  if (world.isTeacherOf(user, course.id) || world.isStudentOf(user, course.id)) throw alreadyExists();
  requirePlace(world, course.id, role);
  addMember(world, course.id, user.id, role);
  return toView(context, { courseId: course.id, userId: user.id });
}

/** Removes a member, by a teacher of the course or the domain's administrator. The owner cannot be removed. */
function remove(context: Context, kind: Kind): object {
  const { world, actor } = context;
  const course = courseOf(context);
  const user = world.findUser(param(context, 'userId'), actor.user);
  if (!world.isTeacherOf(actor.user, course.id) && !world.isAdminOf(actor.user, course)) throw denied();
  if (!user || !world.room(course.id)[kind].get(user.id)) throw notFound();
  if (kind === 'teachers' && user.id === course.ownerId) throw precondition('CannotRemoveCourseOwner', 'The course owner cannot be removed.');
  requireModifiable(course);
  removeMember(world, course.id, user.id, kinds[kind]);
  return {};
}
