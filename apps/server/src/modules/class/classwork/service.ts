import type { CourseWorkKind, WorkType } from '@classwright/contract';
import type { Tx } from '../../../platform/database/index.ts';
import { appError } from '../../../platform/errors.ts';
import type { ClassRoom } from '../classes/index.ts';
import type { Notifier } from '../../school/notifications/index.ts';
import { type Author, decideWork, isToBePosted, type WorkFields } from './decide.ts';
import {
  type CourseWorkRow,
  findCourse,
  findWork,
  insertWork,
  listStudentsOfWork,
  replaceAssignees,
  replaceMaterials,
  setArchived,
  setPosted,
  updateWork,
} from './queries.ts';
import { announceWorkPosted, pointsChanged } from './work-events.ts';

/** The services that notify people and open pages of changes. */
export interface Telling {
  notifier: Notifier;
  room: ClassRoom;
}

export interface NewWork extends WorkFields {
  courseId: number;
  title: string;
  workType?: WorkType;
  /** The kind, derived from the type of work by default. */
  courseWorkType?: CourseWorkKind | undefined;
  assessmentId?: number;
}

/** The source of work: our own screens, an assessment of the class, or the external classroom. */
export type WorkOrigin = 'here' | 'assessment' | 'external';

export interface SaveOptions extends Telling {
  origin: WorkOrigin;
  /** The external classroom's own fields, stored unchanged. */
  external?: Record<string, unknown>;
}

const KIND_OF: Readonly<Record<WorkType, CourseWorkKind>> = {
  ASSIGNMENT: 'ASSIGNMENT',
  MATERIAL: 'MATERIAL',
  SHORT_ANSWER_QUESTION: 'QUESTION',
  MULTIPLE_CHOICE_QUESTION: 'QUESTION',
};

/**
 * Creates work, and posts it unless it is a draft or scheduled for later. Returns its id. @throws VALIDATION_FAILED,
 * NOT_FOUND without the class
 */
export async function saveWork(tx: Tx, author: Author, work: NewWork, { origin, external, ...telling }: SaveOptions): Promise<number> {
  const { courseId, workType = 'ASSIGNMENT', courseWorkType, assessmentId, ...fields } = work;
  const course = await findCourse(tx, courseId);
  if (!course) throw appError('NOT_FOUND');
  const decided = await decideWork(tx, author, fields, { course, workType, before: null });
  const id = await insertWork(tx, {
    ...decided.columns,
    title: work.title,
    course_id: courseId,
    creator_id: author.accountId,
    work_type: workType,
    kind: courseWorkType ?? KIND_OF[workType],
    state: 'DRAFT',
    ...(assessmentId === undefined ? {} : { assessment_id: assessmentId }),
    external: JSON.stringify(origin === 'external' ? { ...external, origin } : {}),
  });
  if (decided.studentIds && decided.studentIds.length > 0) await replaceAssignees(tx, id, decided.studentIds);
  if (decided.materials) await replaceMaterials(tx, id, decided.materials);
  if (isToBePosted(fields, null)) await postWork(tx, id, telling);
  else await telling.room.announceToStaff(tx, courseId, 'class.work.changed', [id]);
  return id;
}

/** Announces the new points of posted work, if they have changed. */
export async function announcePoints(
  tx: Tx,
  { id, course_id, title, state, max_points }: CourseWorkRow,
  to: number | null,
  by: { accountId: number | null; requestId: string | null },
): Promise<void> {
  if (state === 'PUBLISHED' && to !== max_points) await pointsChanged.announce(tx, { workId: id, courseId: course_id, title, from: max_points, to, ...by });
}

/** Edits locked work. Returns its new state. @throws VALIDATION_FAILED */
export async function changeWork(
  tx: Tx,
  author: Author,
  before: CourseWorkRow,
  fields: WorkFields,
  { requestId, ...telling }: Telling & { requestId: string | null },
): Promise<CourseWorkRow> {
  const course = { id: before.course_id, time_zone: before.time_zone };
  const decided = await decideWork(tx, author, fields, { course, workType: before.work_type, before });
  await updateWork(tx, before.id, decided.columns);
  const { max_points: points } = decided.columns;
  if (points !== undefined) await announcePoints(tx, before, points === null ? null : Number(points), { accountId: author.accountId, requestId });
  if (decided.studentIds) await replaceAssignees(tx, before.id, decided.studentIds);
  if (decided.materials) await replaceMaterials(tx, before.id, decided.materials);
  if (isToBePosted(fields, before)) await postWork(tx, before.id, telling);
  else {
    if (before.state === 'PUBLISHED' && decided.studentIds) await announceWorkPosted(tx, [before.id]);
    await announceChange(tx, [before], telling);
  }
  return (await findWork(tx, before.id)) as CourseWorkRow;
}

/** Posts a draft: its students have it from now on and are notified. Does nothing to posted work. */
export async function postWork(tx: Tx, workId: number, telling: Telling): Promise<void> {
  await setPosted(tx, workId);
  const work = (await findWork(tx, workId)) as CourseWorkRow;
  await announceWorkPosted(tx, [workId], true);
  await announceChange(tx, [work], telling);
  await telling.notifier.notify(tx, {
    kind: 'work-posted',
    key: keyOf(workId),
    accountIds: await listStudentsOfWork(tx, workId),
    courseId: work.course_id,
    actorId: work.creator_id,
    params: { title: work.title, course: work.course_name },
    path: `/std-classwork?class=${work.course_id}&work=${workId}`,
  });
}

/** Removes works from their class; their submissions and grades stay. */
export async function archiveWorks(tx: Tx, works: readonly CourseWorkRow[], telling: Telling): Promise<void> {
  const ids = works.map(({ id }) => id);
  await setArchived(tx, ids, true);
  await telling.notifier.withdraw(tx, ids.map(keyOf));
  await announceChange(tx, works, telling);
}

/** Removes one work from its class. */
export const archiveWork = (tx: Tx, work: CourseWorkRow, telling: Telling): Promise<void> => archiveWorks(tx, [work], telling);

/** Restores archived works with their submissions. Students who have joined since get them too. */
export async function restoreWorks(tx: Tx, works: readonly CourseWorkRow[], telling: Telling): Promise<void> {
  const ids = (some: readonly CourseWorkRow[]) => some.map(({ id }) => id);
  await setArchived(tx, ids(works), false);
  await announceWorkPosted(tx, ids(works.filter(({ state }) => state === 'PUBLISHED')));
  await announceChange(tx, works, telling);
}

/** Announces changed works of one class. Only staff get the ids of drafts and of work for individual students. */
export async function announceChange(tx: Tx, works: readonly CourseWorkRow[], { room }: Telling): Promise<void> {
  const courseId = works[0]?.course_id;
  if (courseId === undefined) return;
  const seen = works.filter(({ state, assignee_mode }) => state === 'PUBLISHED' && assignee_mode === 'ALL_STUDENTS');
  const ids = (some: readonly CourseWorkRow[]) => some.map(({ id }) => id);
  if (seen.length === works.length) return room.announce(tx, courseId, 'class.work.changed', ids(seen));
  await room.announceToStaff(tx, courseId, 'class.work.changed', ids(works));
  if (works.some(({ state }) => state === 'PUBLISHED')) await room.announce(tx, courseId, 'class.work.changed');
}

const keyOf = (workId: number): string => `work:${workId}`;
