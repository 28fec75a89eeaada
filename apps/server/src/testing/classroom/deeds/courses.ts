import type { Course, CourseState, GradebookSettings, User } from '../types.ts';
import type { World } from '../world.ts';
import { addMember } from './members.ts';

export type CourseWords = Partial<Pick<Course, 'name' | 'section' | 'descriptionHeading' | 'description' | 'room'>>;

/** Creates a course with its owner as the first teacher. */
export function makeCourse(
  world: World,
  owner: User,
  words: CourseWords & { name: string },
  courseState: CourseState,
  gradebookSettings?: GradebookSettings,
): Course {
  const now = world.now();
  const id = world.chance.digits(12);
  world.openRoom(id);
  const course: Course = {
    id,
    ...words,
    ownerId: owner.id,
    createdAt: now,
    updatedAt: now,
    enrollmentCode: world.chance.word(7),
    courseState,
    domain: owner.domain,
    ...(gradebookSettings ? { gradebookSettings } : {}),
  };
  world.courses.add(id, course);
  addMember(world, id, owner.id, 'TEACHER');
  return course;
}

/** Sets the fields in `change`; undefined clears. */
export function changeCourse(world: World, courseId: string, change: { [Key in keyof Course]?: Course[Key] | undefined }): Course {
  return world.courses.change(courseId, (course) => setAll(course, { ...change, updatedAt: world.now() }));
}

export function removeCourse(world: World, courseId: string): void {
  world.courses.remove(courseId);
  for (const invitation of [...world.invitations.values()]) if (invitation.courseId === courseId) world.invitations.remove(invitation.id);
  for (const [alias, id] of world.aliases) if (id === courseId) world.aliases.delete(alias);
  for (const [id, registration] of world.registrations) if (registration.courseId === courseId) world.registrations.delete(id);
}

/** Sets fields of an object; undefined removes them. */
export function setAll<Item extends object>(item: Item, change: { [Key in keyof Item]?: Item[Key] | undefined }): void {
  for (const [name, value] of Object.entries(change)) {
    if (value === undefined) delete item[name as keyof Item];
    else item[name as keyof Item] = value as Item[keyof Item];
  }
}
