import { publishDue } from './deeds/posts.ts';
import { denied, invalid, notFound, precondition } from './errors.ts';
import { parsePage, type PageSetting, type PageWish } from './pages.ts';
import type { Actor, Course, User } from './types.ts';
import type { World } from './world.ts';

/** A call that may be carried out: its caller is known and has the scope, and quota is left. */
export interface Context {
  world: World;
  actor: Actor & { projectId: string };
  scopes: ReadonlySet<string>;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  body: Readonly<Record<string, unknown>>;
  path: string;
}

/** One of Classroom's methods, as its description defines it. */
export interface Method {
  /** The name without "classroom." in front. */
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** "v1/courses/{courseId}/courseWork/{id}:modifyAssignees" */
  path: string;
  /** Names of its query parameters. */
  query?: readonly string[];
  /** The fields that its `updateMask` may name. */
  mask?: readonly string[];
  /** Names of the body's fields; null: without a body. */
  body?: readonly string[];
  /** The accepted scopes: any of them is enough; without "https://www.googleapis.com/auth/classroom." in front. */
  scopes: readonly string[];
  run(context: Context): object;
}

/** The page size of most Classroom lists. */
const usualPage: PageSetting = { usual: 20, most: 100 };
/** Students and teachers: always thirty, for any request: code-dot-org/code-dot-org#17113. */
export const rosterPage: PageSetting = { usual: 30, most: 30 };
export const invitationPage: PageSetting = { usual: 500, most: 500 };
export const pageParameters = ['pageSize', 'pageToken'] as const;

export function pageOf({ query, path, actor, world }: Context, setting: PageSetting = usualPage): PageWish {
  return parsePage(query, setting, { path, userId: actor.user.id, now: world.now(), lifeMs: world.pageTokenLifeMs });
}

/** Returns a part of the path. */
export const param = ({ params }: Context, name: string): string => params[name] ?? '';

/**
 * Returns the values of a parameter that may be repeated; each must be one of the allowed ones. @throws GoogleError
 */
export function listOf<Value extends string>({ query }: Context, name: string, allowed: readonly Value[]): Value[] {
  const values = query.getAll(name);
  const wrong = values.find((value) => !allowed.includes(value as Value));
  if (wrong !== undefined) throw invalid(`Invalid value at '${name}', "${wrong.slice(0, 100)}"`);
  return values as Value[];
}

/** Returns the course in the path, by id or alias, if the caller may see it. @throws GoogleError NOT_FOUND */
export function courseOf(context: Context, name = 'courseId'): Course {
  const { world, actor } = context;
  const course = findCourse(world, actor, param(context, name));
  if (!course || !canSee(world, actor.user, course)) throw notFound();
  publishDue(world, course.id);
  return course;
}

/** Returns the course for one of its teachers or an administrator. @throws GoogleError NOT_FOUND, PERMISSION_DENIED */
export function taughtCourseOf(context: Context, name = 'courseId'): Course {
  const course = courseOf(context, name);
  if (!canTeach(context.world, context.actor.user, course)) throw denied();
  return course;
}

/**
 * Requires a course that can be changed: not archived, declined or suspended. @throws GoogleError FAILED_PRECONDITION
 */
export function requireModifiable({ courseState }: Course): void {
  if (courseState !== 'ACTIVE' && courseState !== 'PROVISIONED') throw precondition('CourseNotModifiable', 'This course cannot be modified.');
}

export function findCourse(world: World, { user, projectId }: Actor, text: string): Course | undefined {
  const scoped = text.startsWith('p:') ? `p:${projectId}:${text.slice(2)}` : text.startsWith('d:') ? `d:${user.domain}:${text.slice(2)}` : null;
  return world.courses.get(scoped === null ? text : (world.aliases.get(scoped) ?? ''));
}

/**
 * Returns true for members and the domain's administrator. A suspended course is only visible to its owner, one that is
 * not open yet not to students.
 */
export function canSee(world: World, user: User, course: Course): boolean {
  if (course.courseState === 'SUSPENDED') return course.ownerId === user.id;
  if (world.isAdminOf(user, course) || course.ownerId === user.id) return true;
  if (course.courseState === 'PROVISIONED' || course.courseState === 'DECLINED') return false;
  return world.isTeacherOf(user, course.id) || world.isStudentOf(user, course.id);
}

export const canTeach = (world: World, user: User, course: Course): boolean => world.isAdminOf(user, course) || world.isTeacherOf(user, course.id);

/** Returns a text of the body, with a maximum length; undefined when it is missing. @throws GoogleError */
export function textOf(body: Context['body'], name: string, most: number): string | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== 'string' || [...value].length > most) throw invalid(`Invalid value at '${name}'`);
  return value;
}

export function requireText(body: Context['body'], name: string, most: number): string {
  const text = textOf(body, name, most);
  if (text === undefined || text.trim() === '') throw invalid(`Invalid value at '${name}': it is required`);
  return text;
}

/** Returns a value of the body that must be one of several words. @throws GoogleError */
export function wordOf<Word extends string>(body: Context['body'], name: string, words: readonly Word[]): Word | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (!words.includes(value as Word)) throw invalid(`Invalid value at '${name}' (TYPE_ENUM), "${String(value).slice(0, 100)}"`);
  return value as Word;
}
