import { changeCourse, makeCourse, removeCourse, type CourseWords } from '../deeds/courses.ts';
import { addMember } from '../deeds/members.ts';
import { alreadyExists, denied, invalid, notFound, precondition } from '../errors.ts';
import { parseMask } from '../masks.ts';
import { canSee, type Context, courseOf, listOf, type Method, pageOf, pageParameters, requireText, taughtCourseOf, textOf, wordOf } from '../method.ts';
import { sortListed, takePage } from '../pages.ts';
import { type Course, courseStates, type CourseState, type User } from '../types.ts';
import { toTime } from '../world.ts';
import { aliasKey } from './aliases.ts';

const readers = ['courses', 'courses.readonly'];
const writers = ['courses'];
const courseFields = [
  'id',
  'name',
  'section',
  'descriptionHeading',
  'description',
  'room',
  'ownerId',
  'creationTime',
  'updateTime',
  'enrollmentCode',
  'courseState',
  'alternateLink',
  'teacherGroupEmail',
  'courseGroupEmail',
  'teacherFolder',
  'courseMaterialSets',
  'guardiansEnabled',
  'calendarId',
  'gradebookSettings',
];
const patchable = ['name', 'section', 'descriptionHeading', 'description', 'room', 'courseState', 'ownerId'] as const;
const limits = { name: 750, section: 2800, descriptionHeading: 3600, description: 30_000, room: 650 } as const;

/**
 * The allowed changes of state: https://developers.google.com/workspace/classroom/reference/rest/v1/courses#CourseState
 */
const following: Readonly<Record<CourseState, readonly CourseState[]>> = {
  ACTIVE: ['ARCHIVED'],
  ARCHIVED: ['ACTIVE'],
  PROVISIONED: ['ACTIVE', 'DECLINED'],
  DECLINED: ['PROVISIONED'],
  SUSPENDED: [],
};

function toCourseView(context: Context, course: Course): object {
  const { id, createdAt, updatedAt, domain, courseState, enrollmentCode, gradebookSettings, name, section, descriptionHeading, description, room, ownerId } =
    course;
  const isStaff = context.world.isTeacherOf(context.actor.user, id) || context.world.isAdminOf(context.actor.user, course);
  const host = domain ?? 'classroom.google.com';
  return {
    id,
    name,
    section,
    descriptionHeading,
    description,
    room,
    ownerId,
    creationTime: toTime(createdAt),
    updateTime: toTime(updatedAt),
    courseState,
    alternateLink: `https://classroom.google.com/c/${Buffer.from(id).toString('base64url')}`,
    teacherGroupEmail: isStaff ? `teachers_${id}@${host}` : undefined,
    courseGroupEmail: `course_${id}@${host}`,
    teacherFolder: isStaff ? { id: `0B${id}` } : undefined,
    enrollmentCode: isStaff ? enrollmentCode : undefined,
    guardiansEnabled: false,
    calendarId: courseState === 'ACTIVE' ? `classroom${id}@group.calendar.google.com` : undefined,
    gradebookSettings: gradebookSettings ?? { calculationType: 'TOTAL_POINTS', displaySetting: 'HIDE_OVERALL_GRADE' },
  };
}

export const courseMethods: readonly Method[] = [
  { id: 'courses.list', method: 'GET', path: 'v1/courses', query: ['courseStates', 'studentId', 'teacherId', ...pageParameters], scopes: readers, run: list },
  { id: 'courses.get', method: 'GET', path: 'v1/courses/{id}', scopes: readers, run: (context) => toCourseView(context, courseOf(context, 'id')) },
  { id: 'courses.create', method: 'POST', path: 'v1/courses', body: courseFields, scopes: writers, run: create },
  { id: 'courses.patch', method: 'PATCH', path: 'v1/courses/{id}', query: ['updateMask'], mask: patchable, body: courseFields, scopes: writers, run: patch },
  { id: 'courses.update', method: 'PUT', path: 'v1/courses/{id}', body: courseFields, scopes: writers, run: update },
  { id: 'courses.delete', method: 'DELETE', path: 'v1/courses/{id}', scopes: writers, run: remove },
];

/** Lists courses, newest first. */
function list(context: Context): object {
  const { world, actor, query } = context;
  const asked = listOf(context, 'courseStates', courseStates);
  const states: readonly CourseState[] = asked.length > 0 ? asked : ['ACTIVE', 'ARCHIVED', 'PROVISIONED', 'DECLINED'];
  const [teacher, student] = ['teacherId', 'studentId'].map((name) => personOf(context, query.get(name)));
  const page = pageOf(context);
  const seen = [...world.courses.listed()].filter(
    ({ item }) =>
      states.includes(item.courseState) &&
      canSee(world, actor.user, item) &&
      (!teacher || world.isTeacherOf(teacher, item.id)) &&
      (!student || world.isStudentOf(student, item.id)),
  );
  const { items, nextPageToken } = takePage(
    sortListed(seen, ({ createdAt }) => [-createdAt], page),
    page,
  );
  return { ...(items.length > 0 ? { courses: items.map((course) => toCourseView(context, course)) } : {}), nextPageToken };
}

function personOf({ world, actor }: Context, identifier: string | null): User | null {
  if (identifier === null) return null;
  const user = world.findUser(identifier, actor.user);
  if (!user) throw notFound();
  return user;
}

function create(context: Context): object {
  const { world, actor, body } = context;
  const words = { ...wordsOf(body), name: requireText(body, 'name', limits.name) };
  const owner = world.findUser(requireText(body, 'ownerId', 300), actor.user);
  const isAdmin = actor.user.isAdmin && owner?.domain === actor.user.domain;
  if (owner !== actor.user && !isAdmin) throw owner ? denied() : notFound();
  if (!actor.user.isTeacher && !actor.user.isAdmin) throw denied();
  if (owner.isDisabled) throw precondition('UserCannotOwnCourse', 'The user cannot own a course.');
  const state = wordOf(body, 'courseState', courseStates) ?? 'PROVISIONED';
  if (state !== 'PROVISIONED' && state !== 'ACTIVE') throw invalid('Invalid course state');
  const alias = textOf(body, 'id', 256);
  const key = alias === undefined ? null : aliasKey(context, alias);
  if (key !== null && world.aliases.has(key)) throw alreadyExists();
  const course = makeCourse(world, owner, words, state);
  if (key !== null) world.aliases.set(key, course.id);
  return toCourseView(context, course);
}

function wordsOf(body: Context['body']): CourseWords {
  const words: CourseWords = {};
  for (const name of ['section', 'descriptionHeading', 'description', 'room'] as const) {
    const text = textOf(body, name, limits[name]);
    if (text !== undefined && text !== '') words[name] = text;
  }
  return words;
}

function patch(context: Context): object {
  return change(context, parseMask(context.query, patchable));
}

/** Updates everything that may be changed except the owner. A state that is not given does not change. */
function update(context: Context): object {
  const isKept = (name: string) => name === 'ownerId' || (name === 'courseState' && context.body.courseState === undefined);
  return change(context, new Set(patchable.filter((name) => !isKept(name))));
}

function change(context: Context, mask: ReadonlySet<(typeof patchable)[number]>): object {
  const { world, body } = context;
  const course = taughtCourseOf(context, 'id');
  const state = mask.has('courseState') ? wordOf(body, 'courseState', courseStates) : undefined;
  if (mask.has('courseState') && state === undefined) throw invalid();
  const isMoved = state !== undefined && state !== course.courseState;
  if (isMoved && !following[course.courseState].includes(state)) throw precondition('CourseNotModifiable', 'This course cannot be modified.');
  const after = state ?? course.courseState;
  const isOpen = (asked: CourseState) => asked === 'ACTIVE' || asked === 'PROVISIONED';
  const isMore = [...mask].some((name) => name !== 'courseState');
  if (isMore && !isOpen(course.courseState) && !isOpen(after)) throw precondition('CourseNotModifiable', 'This course cannot be modified.');
  const wanted: Partial<Record<keyof Course, string | undefined>> = isMoved ? { courseState: state } : {};
  if (mask.has('name')) wanted.name = requireText(body, 'name', limits.name);
  for (const name of ['section', 'descriptionHeading', 'description', 'room'] as const)
    if (mask.has(name)) wanted[name] = textOf(body, name, limits[name]) || undefined;
  if (mask.has('ownerId')) wanted.ownerId = newOwner(context, course).id;
  return toCourseView(context, changeCourse(world, course.id, wanted as { [Key in keyof Course]?: Course[Key] | undefined }));
}

/** Returns the new owner. Only the administrator may transfer a course, to a person who teaches in it. */
function newOwner(context: Context, course: Course): User {
  const { world, actor, body } = context;
  if (!world.isAdminOf(actor.user, course)) throw denied();
  const owner = world.findUser(requireText(body, 'ownerId', 300), actor.user);
  if (!owner || !world.isTeacherOf(owner, course.id)) throw precondition('IneligibleOwner', 'The user cannot own this course.');
  if (owner.isDisabled) throw precondition('InactiveCourseOwner', 'The owner of the course is not active.');
  addMember(world, course.id, owner.id, 'TEACHER');
  return owner;
}

/** Removes a course, which must be archived first. */
function remove(context: Context): object {
  const { world, actor } = context;
  const course = courseOf(context, 'id');
  if (course.ownerId !== actor.user.id && !world.isAdminOf(actor.user, course)) throw denied();
  if (course.courseState === 'ACTIVE') throw precondition();
  removeCourse(world, course.id);
  return {};
}
