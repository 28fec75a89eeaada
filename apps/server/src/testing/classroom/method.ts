import { publishDue } from './deeds/posts.ts';
import { denied, invalid, notFound, precondition } from './errors.ts';
import { parsePage, type PageSetting, type PageWish } from './pages.ts';
import type { Actor, Course, User } from './types.ts';
import type { World } from './world.ts';

/** A call that may be carried out: who calls is known, has the scope, and quota is left. */
export interface Context {
  world: World;
  actor: Actor & { projectId: string };
  scopes: ReadonlySet<string>;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  body: Readonly<Record<string, unknown>>;
  path: string;
}

/** One of Classroom's methods, as its description has it. */
export interface Method {
  /** Without "classroom." in front. */
  id: string;
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  /** "v1/courses/{courseId}/courseWork/{id}:modifyAssignees" */
  path: string;
  /** Names of its query parameters. */
  query?: readonly string[];
  /** What its `updateMask` may name. */
  mask?: readonly string[];
  /** Names of the body's fields; null: without a body. */
  body?: readonly string[];
  /** Any of them is enough; without "https://www.googleapis.com/auth/classroom." in front. */
  scopes: readonly string[];
  run(context: Context): object;
}

/** Most lists of Classroom. */
const usualPage: PageSetting = { usual: 20, most: 100 };
/** Students and teachers: thirty, whatever is asked: code-dot-org/code-dot-org#17113. */
export const rosterPage: PageSetting = { usual: 30, most: 30 };
export const invitationPage: PageSetting = { usual: 500, most: 500 };
export const pageParameters = ['pageSize', 'pageToken'] as const;

export function pageOf({ query, path, actor, world }: Context, setting: PageSetting = usualPage): PageWish {
  return parsePage(query, setting, { path, userId: actor.user.id, now: world.now(), lifeMs: world.pageTokenLifeMs });
}

/** A part of the path. */
export const param = ({ params }: Context, name: string): string => params[name] ?? '';

/** The values of a parameter that may come several times; each must be one of those. @throws GoogleError */
export function listOf<Value extends string>({ query }: Context, name: string, allowed: readonly Value[]): Value[] {
  const values = query.getAll(name);
  const wrong = values.find((value) => !allowed.includes(value as Value));
  if (wrong !== undefined) throw invalid(`Invalid value at '${name}', "${wrong.slice(0, 100)}"`);
  return values as Value[];
}

/** The course of the path, by id or alias, if the caller may know of it. @throws GoogleError NOT_FOUND */
export function courseOf(context: Context, name = 'courseId'): Course {
  const { world, actor } = context;
  const course = findCourse(world, actor, param(context, name));
  if (!course || !canSee(world, actor.user, course)) throw notFound();
  publishDue(world, course.id);
  return course;
}

/** The same, where only a teacher of it or an administrator may go on. @throws GoogleError NOT_FOUND, PERMISSION_DENIED */
export function taughtCourseOf(context: Context, name = 'courseId'): Course {
  const course = courseOf(context, name);
  if (!canTeach(context.world, context.actor.user, course)) throw denied();
  return course;
}

/** What is in a course that is archived, declined or suspended stays as it is. @throws GoogleError FAILED_PRECONDITION */
export function requireModifiable({ courseState }: Course): void {
  if (courseState !== 'ACTIVE' && courseState !== 'PROVISIONED') throw precondition('CourseNotModifiable', 'This course cannot be modified.');
}

export function findCourse(world: World, { user, projectId }: Actor, text: string): Course | undefined {
  const scoped = text.startsWith('p:') ? `p:${projectId}:${text.slice(2)}` : text.startsWith('d:') ? `d:${user.domain}:${text.slice(2)}` : null;
  return world.courses.get(scoped === null ? text : (world.aliases.get(scoped) ?? ''));
}

/** Members and the domain's administrator; a suspended course its owner alone, one that is not open yet no students. */
export function canSee(world: World, user: User, course: Course): boolean {
  if (course.courseState === 'SUSPENDED') return course.ownerId === user.id;
  if (world.isAdminOf(user, course) || course.ownerId === user.id) return true;
  if (course.courseState === 'PROVISIONED' || course.courseState === 'DECLINED') return false;
  return world.isTeacherOf(user, course.id) || world.isStudentOf(user, course.id);
}

export const canTeach = (world: World, user: User, course: Course): boolean => world.isAdminOf(user, course) || world.isTeacherOf(user, course.id);

/** A text of the body, of at most so many characters; undefined where it is not there. @throws GoogleError */
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

/** One of several words. @throws GoogleError */
export function wordOf<Word extends string>(body: Context['body'], name: string, words: readonly Word[]): Word | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  if (!words.includes(value as Word)) throw invalid(`Invalid value at '${name}' (TYPE_ENUM), "${String(value).slice(0, 100)}"`);
  return value as Word;
}
