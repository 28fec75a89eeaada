import { computeDueAt } from '@classwright/rules/grading/due';
import type { Tx } from '../../../platform/database/index.ts';
import {
  insertOutsideAssignees,
  insertOutsideMaterials,
  insertOutsideWorks,
  listOutsideWorks,
  lockOutsideWorks,
  mergeExternal,
  type NewOutsideWork,
  type OutsideWork,
  type WorkExternal,
} from './outside-queries.ts';
import { announceChange, announcePoints, archiveWorks, postWork, restoreWorks, type Telling } from './service.ts';
import { findWork, lockWorksOf, replaceAssignees, updateWork } from './queries.ts';
import { announceWorkPosted } from './work-events.ts';

export { listOutsideWorks, lockOutsideWorks, type OutsideWork };

/** Work of an outside source, in our terms. */
export interface WorkFromOutside extends Omit<NewOutsideWork, 'due_at'> {
  materials: readonly { kind: 'youtubeVideo' | 'link' | 'form'; title: string; url: string }[];
  /** The students, for work for individual students. */
  studentIds: readonly number[];
}

/** The maximum number of attachments, as everywhere. */
const MOST_MATERIALS = 50;

const dueAt = (due_on: string | null, due_time: string | null, zone: string): Date | null =>
  due_on === null ? null : computeDueAt({ due_on, due_time }, zone);

/**
 * Creates work that was made outside, exactly as it is there, even where our own form would refuse it. It sends no
 * notifications, since the author's system has sent them; open pages are updated. Returns the ids in the same order.
 */
export async function importNewWorks(
  tx: Tx,
  course: { courseId: number; creatorId: number; zone: string },
  works: readonly WorkFromOutside[],
  telling: Telling,
): Promise<number[]> {
  const rows = works.map((work) => ({ ...work, due_at: dueAt(work.due_on, work.due_time, course.zone)?.toISOString() ?? null }));
  const ids = await insertOutsideWorks(tx, course, rows);
  await insertOutsideMaterials(
    tx,
    works.flatMap(({ materials }, place) =>
      materials.slice(0, MOST_MATERIALS).map((material, index) => ({ course_work_id: ids[place] as number, position: index + 1, ...material })),
    ),
  );
  await insertOutsideAssignees(
    tx,
    works.flatMap(({ studentIds }, place) => studentIds.map((accountId) => ({ workId: ids[place] as number, accountId }))),
  );
  const posted = ids.filter((_, place) => works[place]?.state === 'PUBLISHED');
  if (posted.length > 0) await announceWorkPosted(tx, posted);
  await announceChange(tx, await lockWorksOf(tx, course.courseId, ids), telling);
  return ids;
}

/** The fields of work that an outside source changed. */
export type OutsideFields = Partial<
  Pick<NewOutsideWork, 'title' | 'description' | 'scheduled_at' | 'max_points' | 'due_on' | 'due_time' | 'topic_id'> & { state: 'PUBLISHED' | 'DRAFT' }
>;

/** Applies changes of work from outside. When its points change, existing grades are notified. */
export async function importWorkChanges(tx: Tx, workId: number, fields: OutsideFields, zone: string, telling: Telling): Promise<void> {
  const before = await findWork(tx, workId);
  if (!before) return;
  const { state, due_on = before.due_on, due_time = before.due_time, description, scheduled_at, ...columns } = fields;
  const isDueMoved = fields.due_on !== undefined || fields.due_time !== undefined;
  await updateWork(tx, workId, {
    ...columns,
    ...(description === undefined ? {} : { description: JSON.stringify(description) }),
    ...(isDueMoved
      ? { due_on, due_time: due_on === null ? null : due_time, due_at: dueAt(due_on, due_time, zone), due_zone: due_on === null ? null : zone }
      : {}),
    ...(scheduled_at === undefined || before.state === 'PUBLISHED' ? {} : { scheduled_at: scheduled_at === null ? null : new Date(scheduled_at) }),
  });
  if (fields.max_points !== undefined) await announcePoints(tx, before, fields.max_points, { accountId: null, requestId: null });
  if (state === 'PUBLISHED' && before.state === 'DRAFT') return postWork(tx, workId, telling);
  if (before.state === 'PUBLISHED' && isDueMoved) await announceWorkPosted(tx, [workId]);
  await announceChange(tx, [before], telling);
}

/** Archives works that were deleted outside, or restores them. */
export async function setOutsideWorksArchived(tx: Tx, courseId: number, workIds: readonly number[], isGone: boolean, telling: Telling): Promise<void> {
  const works = await lockWorksOf(tx, courseId, workIds);
  if (works.length > 0) await (isGone ? archiveWorks : restoreWorks)(tx, works, telling);
}

/** Sets the students that work is for: those listed, or everyone. */
export async function importAssignees(tx: Tx, workId: number, studentIds: readonly number[] | null): Promise<void> {
  await updateWork(tx, workId, { assignee_mode: studentIds === null ? 'ALL_STUDENTS' : 'INDIVIDUAL_STUDENTS' });
  await replaceAssignees(tx, workId, studentIds ?? []);
  await announceWorkPosted(tx, [workId]);
}

/** Adds an outside source's data to works, and keeps their previous data. */
export const keepWorkExternal = (tx: Tx, workIds: readonly number[], external: WorkExternal): Promise<void> => mergeExternal(tx, workIds, external);
