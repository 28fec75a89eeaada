import { changeCourse } from '../deeds/courses.ts';
import { addMember, requirePlace } from '../deeds/members.ts';
import { alreadyExists, denied, invalid, notFound, precondition } from '../errors.ts';
import { canTeach, type Context, findCourse, invitationPage, type Method, pageOf, pageParameters, requireModifiable, requireText, wordOf } from '../method.ts';
import { takePage } from '../pages.ts';
import type { Course, Invitation, User } from '../types.ts';

const path = 'v1/invitations';
const readers = ['rosters', 'rosters.readonly'];

export const invitationMethods: readonly Method[] = [
  { id: 'invitations.list', method: 'GET', path, query: ['courseId', 'userId', ...pageParameters], scopes: readers, run: list },
  { id: 'invitations.get', method: 'GET', path: `${path}/{id}`, scopes: readers, run: (context) => toView(invitationOf(context)) },
  { id: 'invitations.create', method: 'POST', path, body: ['id', 'userId', 'courseId', 'role'], scopes: ['rosters'], run: create },
  { id: 'invitations.delete', method: 'DELETE', path: `${path}/{id}`, scopes: ['rosters'], run: remove },
  { id: 'invitations.accept', method: 'POST', path: `${path}/{id}:accept`, scopes: ['rosters'], run: accept },
];

const toView = ({ id, userId, courseId, role }: Invitation): object => ({ id, userId, courseId, role });

/** Lists invitations: of a course that the caller teaches, of the caller, or both. */
function list(context: Context): object {
  const { world, actor, query } = context;
  const [courseId, userId] = [query.get('courseId'), query.get('userId')];
  if (courseId === null && userId === null) throw invalid('At least one of user_id or course_id must be supplied');
  const course = courseId === null ? null : findCourse(world, actor, courseId);
  const user = userId === null ? null : world.findUser(userId, actor.user);
  if (course === undefined || user === undefined) throw notFound();
  if (!(course && canTeach(world, actor.user, course)) && user !== actor.user) throw denied();
  const page = pageOf(context, invitationPage);
  const { items, nextPageToken } = takePage(
    matching(world.invitations.listed('', page.after), ({ item }) => (!course || item.courseId === course.id) && (!user || item.userId === user.id)),
    page,
  );
  return { ...(items.length > 0 ? { invitations: items.map(toView) } : {}), nextPageToken };
}

function* matching<Item>(items: Iterable<Item>, matches: (item: Item) => boolean): Generator<Item> {
  for (const item of items) if (matches(item)) yield item;
}

/** Returns an invitation for the invited person and the teachers of the course. */
function invitationOf({ world, actor, params }: Context): Invitation {
  const invitation = world.invitations.get(params.id ?? '');
  const course = invitation && world.courses.get(invitation.courseId);
  if (!invitation || !course || !(invitation.userId === actor.user.id || canTeach(world, actor.user, course))) throw notFound();
  return invitation;
}

function create(context: Context): object {
  const { world, actor, body } = context;
  const role = wordOf(body, 'role', ['STUDENT', 'TEACHER', 'OWNER'] as const);
  if (role === undefined) throw invalid();
  const course = findCourse(world, actor, requireText(body, 'courseId', 300));
  const user = world.findUser(requireText(body, 'userId', 300), actor.user);
  if (!course || !user) throw notFound();
  if (!canTeach(world, actor.user, course)) throw denied();
  requireModifiable(course);
  if (user.isDisabled) throw precondition();
  if (role === 'OWNER') requireNewOwner(context, course, user);
  else if (world.isTeacherOf(user, course.id) || (role === 'STUDENT' && world.isStudentOf(user, course.id))) throw precondition();
  for (const invitation of world.invitations.values()) if (invitation.courseId === course.id && invitation.userId === user.id) throw alreadyExists();
  const id = Buffer.from(`${world.chance.digits(12)}`).toString('base64url');
  return toView(world.invitations.add(id, { id, userId: user.id, courseId: course.id, role }));
}

/** Requires that the owner transfers the course to one of its teachers. */
function requireNewOwner({ world, actor }: Context, course: Course, user: User): void {
  if (course.ownerId !== actor.user.id && !world.isAdminOf(actor.user, course)) throw denied();
  if (user.id === course.ownerId || !world.isTeacherOf(user, course.id)) throw precondition('IneligibleOwner', 'The user cannot own this course.');
}

function remove(context: Context): object {
  context.world.invitations.remove(invitationOf(context).id);
  return {};
}

/** Accepts an invitation. Only the invited person may. */
function accept(context: Context): object {
  const { world, actor } = context;
  const { id, userId, courseId, role } = invitationOf(context);
  if (userId !== actor.user.id) throw denied();
  const course = world.courses.get(courseId);
  if (!course) throw notFound();
  requireModifiable(course);
  if (role === 'OWNER') changeCourse(world, courseId, { ownerId: userId });
  else {
    requirePlace(world, courseId, role);
    addMember(world, courseId, userId, role);
  }
  world.invitations.remove(id);
  return {};
}
