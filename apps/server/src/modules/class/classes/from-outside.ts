import type { MessageKey, Translate } from '@classwright/contract';
import type { Tx } from '../../../platform/database/index.ts';
import { findDependentsOf } from '../../../platform/reference-lists/index.ts';
import { type CourseChanges, setCourseState, updateCourse } from './courses-write-queries.ts';
import {
  archiveOutside,
  findOutsideClass,
  listOutsideTopics,
  type OutsideClass,
  type OutsideTopic,
  unarchiveOutside,
  updateExternal,
} from './outside-queries.ts';
import type { ClassRoom } from './room.ts';
import { updateTopicName } from './topics/queries.ts';

export { findOutsideClass, listOutsideTopics, type OutsideClass, type OutsideTopic };

/** What a source outside says of a class. `external`: what only it says, in the place of what it said before. */
export interface OutsideChanges {
  fields?: Pick<CourseChanges, 'name' | 'section' | 'room' | 'description_heading' | 'description'>;
  /** Archiving is another act: `archiveClass`. */
  state?: 'ACTIVE';
  external?: Record<string, unknown>;
}

/** Takes what a source outside says of a class; archived ones too, since facts are never refused. */
export async function takeClassFacts(tx: Tx, room: ClassRoom, courseId: number, { fields = {}, state, external }: OutsideChanges): Promise<void> {
  if (Object.keys(fields).length > 0) await updateCourse(tx, courseId, fields);
  if (state) await setCourseState(tx, [courseId], state);
  if (external) await updateExternal(tx, courseId, external);
  if (Object.keys(fields).length > 0 || state) await room.announce(tx, courseId, 'class.changed');
}

/** Archives a class that ended outside. */
export async function archiveClass(tx: Tx, room: ClassRoom, courseId: number): Promise<void> {
  await setCourseState(tx, [courseId], 'ARCHIVED');
  await room.announce(tx, courseId, 'class.changed');
}

/** Renames a topic; its name is free, as `listOutsideTopics` says. */
export async function renameTopic(tx: Tx, topicId: number, name: string): Promise<void> {
  await updateTopicName(tx, topicId, name);
}

/** Puts topics away that are gone outside. Returns those that went; one that something names stays. */
export async function archiveTopics(tx: Tx, t: Translate<MessageKey>, topicIds: readonly number[]): Promise<number[]> {
  const dependents = await findDependentsOf(tx, 'course_topics', topicIds, t);
  const free = topicIds.filter((id) => (dependents.get(id) ?? []).length === 0);
  if (free.length > 0) await archiveOutside(tx, free);
  return free;
}

/** Brings topics back that are gone outside. Returns those that came; one whose name another has by now stays away. */
export const restoreTopics = (tx: Tx, topicIds: readonly number[]): Promise<number[]> => unarchiveOutside(tx, topicIds);
