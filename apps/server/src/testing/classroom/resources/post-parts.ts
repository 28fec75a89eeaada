import { invalid, precondition } from '../errors.ts';
import { type Context, wordOf } from '../method.ts';
import type { Course, DueDate, Material, Post, TimeOfDay } from '../types.ts';
import { toTime, type World } from '../world.ts';

const MOST_MATERIALS = 20;

/** Returns the fields that every post shows. */
export const toPostView = (post: Post, isStaff: boolean): object => ({
  courseId: post.courseId,
  id: post.id,
  state: post.state,
  alternateLink: post.state === 'PUBLISHED' ? `https://classroom.google.com/c/${post.courseId}/a/${post.id}/details` : undefined,
  creationTime: toTime(post.createdAt),
  updateTime: toTime(post.updatedAt),
  scheduledTime: post.scheduledAt === null ? undefined : toTime(post.scheduledAt),
  creatorUserId: post.creatorUserId,
  assigneeMode: post.studentIds === null ? 'ALL_STUDENTS' : 'INDIVIDUAL_STUDENTS',
  individualStudentsOptions: post.studentIds === null || !isStaff ? undefined : { studentIds: post.studentIds },
  materials: post.materials.length > 0 ? post.materials : undefined,
});

/** Parses links, videos and files of the caller's own. Forms can be read but not created. @throws GoogleError */
export function parseMaterials({ world, actor, body }: Context): Material[] {
  const said = body.materials ?? [];
  if (!Array.isArray(said) || said.length > MOST_MATERIALS) throw invalid('Invalid materials');
  return said.map((one: unknown) => {
    const { link, driveFile, youtubeVideo } = (one ?? {}) as Record<string, Record<string, unknown> | undefined>;
    if (link) return upgrade(parseLink(link));
    if (youtubeVideo && typeof youtubeVideo.id === 'string') return video(youtubeVideo.id);
    if (driveFile) return parseDriveFile(world, actor.user, driveFile);
    throw invalid('Invalid materials');
  });
}

/** Parses a link. @throws GoogleError */
export function parseLink(link: Record<string, unknown>): { url: string; title: string } {
  const { url } = link;
  if (typeof url !== 'string' || url === '' || url.length > 2024 || !URL.canParse(url)) throw invalid('Invalid link');
  return { url, title: new URL(url).hostname };
}

const video = (id: string): Material => ({ youtubeVideo: { id, title: 'A video', alternateLink: `https://www.youtube.com/watch?v=${id}` } });

/** Turns a link to a video into a video, as Google does. */
function upgrade(link: { url: string; title: string }): Material {
  const { hostname, pathname, searchParams } = new URL(link.url);
  const id = hostname === 'youtu.be' ? pathname.slice(1) : /(^|\.)youtube\.com$/.test(hostname) ? searchParams.get('v') : null;
  return id ? video(id) : { link };
}

/** Requires a file that the caller can see. @throws GoogleError */
export function requireFile(world: World, user: Context['actor']['user'], id: unknown): { id: string; title: string; alternateLink: string } {
  const file = typeof id === 'string' ? world.drive.get(id) : undefined;
  if (!file || !world.drive.canRead(user, file)) throw precondition('AttachmentNotVisible', 'One or more attachments are not visible.');
  return { id: file.id, title: file.name, alternateLink: `https://drive.google.com/open?id=${file.id}` };
}

function parseDriveFile(world: World, user: Context['actor']['user'], said: Record<string, unknown>): Material {
  const shareMode = wordOf(said, 'shareMode', ['VIEW', 'EDIT', 'STUDENT_COPY'] as const) ?? 'VIEW';
  return { driveFile: { driveFile: requireFile(world, user, (said.driveFile as Record<string, unknown> | undefined)?.id), shareMode } };
}

/** Parses the assignees. Null: all students. @throws GoogleError when one of them is not a student of the course */
export function parseAssignees({ world, body }: Context, course: Course): string[] | null {
  const mode = wordOf(body, 'assigneeMode', ['ALL_STUDENTS', 'INDIVIDUAL_STUDENTS'] as const);
  const ids = (body.individualStudentsOptions as { studentIds?: unknown } | undefined)?.studentIds;
  if (mode !== 'INDIVIDUAL_STUDENTS') {
    if (ids !== undefined) throw invalid('Invalid assignee mode');
    return null;
  }
  return requireStudents(world, course, ids);
}

export function requireStudents(world: World, course: Course, ids: unknown): string[] {
  const { students } = world.room(course.id);
  if (!Array.isArray(ids) || ids.length === 0 || !ids.every((id) => typeof id === 'string' && students.get(id))) throw invalid('Invalid student ids');
  return [...new Set(ids as string[])];
}

/** Parses the scheduled time, which must be in the future. Null: none. @throws GoogleError */
export function parseSchedule({ world, body }: Context): number | null {
  const { scheduledTime } = body;
  if (scheduledTime === undefined || scheduledTime === null) return null;
  const at = typeof scheduledTime === 'string' ? Date.parse(scheduledTime) : Number.NaN;
  if (!(at > world.now())) throw invalid("Invalid value at 'scheduled_time'");
  return at;
}

/**
 * Returns the due instant in UTC, or null. @throws GoogleError when only one of date and time is given, or the day does
 * not exist
 */
export function dueAtOf({ dueDate, dueTime }: { dueDate?: DueDate | undefined; dueTime?: TimeOfDay | undefined }): number | null {
  if (!dueDate && !dueTime) return null;
  if (!dueDate || !dueTime) throw invalid('Due date and due time must be specified together');
  const { year, month, day } = dueDate;
  const { hours = 0, minutes = 0, seconds = 0, nanos = 0 } = dueTime;
  const at = new Date(Date.UTC(year, month - 1, day, hours, minutes, seconds));
  const isDay = at.getUTCFullYear() === year && at.getUTCMonth() === month - 1 && at.getUTCDate() === day;
  const isTime = hours >= 0 && hours <= 23 && minutes >= 0 && minutes <= 59 && seconds >= 0 && seconds <= 59 && nanos >= 0;
  if (!isDay || !isTime) throw invalid('Invalid due date');
  return at.getTime();
}

/** Parses the numbers of a date or a time of day, and nothing else. @throws GoogleError */
export function parseNumbers<Value extends object>(body: Context['body'], name: string, names: readonly (keyof Value & string)[]): Value | undefined {
  const value = body[name];
  if (value === undefined || value === null) return undefined;
  const isRight =
    typeof value === 'object' && Object.entries(value).every(([key, part]) => names.includes(key as keyof Value & string) && Number.isInteger(part));
  if (!isRight) throw invalid(`Invalid value at '${name}'`);
  return value as Value;
}
