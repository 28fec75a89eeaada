import type { MessageKey, Translate } from '@classwright/contract';
import type { Tx } from '../../../platform/database/index.ts';
import { findDependentsOf } from '../../../platform/reference-lists/index.ts';
import { type CourseChanges, setCourseState, updateCourse } from './courses-write-queries.ts';
import {
  archiveOutside,
  findClassExternal,
  findOutsideClass,
  listOutsideTopics,
  type OutsideClass,
  type OutsideTopic,
  unarchiveOutside,
  updateExternal,
} from './outside-queries.ts';
import type { ClassRoom } from './room.ts';
import { updateTopicName } from './topics/queries.ts';

export { findClassExternal, findOutsideClass, listOutsideTopics, type OutsideClass, type OutsideTopic };

/**
 * The changes that an outside source reports for a class. `external`: the data that only the source has, replacing its
 * previous data.
 */
export interface OutsideChanges {
  fields?: Pick<CourseChanges, 'name' | 'section' | 'room' | 'description_heading' | 'description'>;
  /** The new state. Archiving is a separate act: `archiveClass`. */
  state?: 'ACTIVE';
  external?: Record<string, unknown>;
}

/** Applies an outside source's changes to a class, even an archived one, since facts are never refused. */
export async function importClassFacts(tx: Tx, room: ClassRoom, courseId: number, { fields = {}, state, external }: OutsideChanges): Promise<void> {
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

/** Renames a topic. The name must be free, as `listOutsideTopics` shows. */
export async function renameTopic(tx: Tx, topicId: number, name: string): Promise<void> {
  await updateTopicName(tx, topicId, name);
}

/** Archives topics that were deleted outside. Returns the archived ones; a topic that is in use stays. */
export async function archiveTopics(tx: Tx, t: Translate<MessageKey>, topicIds: readonly number[]): Promise<number[]> {
  const dependents = await findDependentsOf(tx, 'course_topics', topicIds, t);
  const free = topicIds.filter((id) => (dependents.get(id) ?? []).length === 0);
  if (free.length > 0) await archiveOutside(tx, free);
  return free;
}

/**
 * Restores topics that were deleted outside. Returns the restored ones; a topic whose name is taken stays archived.
 */
export const restoreTopics = (tx: Tx, topicIds: readonly number[]): Promise<number[]> => unarchiveOutside(tx, topicIds);
