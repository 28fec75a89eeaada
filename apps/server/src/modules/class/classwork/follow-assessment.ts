import { DEFAULT_MAX_POINTS } from '@classwright/contract';
import { computeDueAt } from '@classwright/rules/grading/due';
import type { Tx } from '../../../platform/database/index.ts';
import { type FollowedAssessment, findFollowedAssessment } from './assessment-queries.ts';
import { type CourseWorkRow, findCourse, findWork, insertWork, lockWorkOfAssessment, setArchived, updateWork } from './queries.ts';
import { announceChange, announcePoints, archiveWork, postWork, restoreWorks, type Telling } from './service.ts';

/**
 * Updates the class work of an assessment: creates it when the assessment is given to a class; moves, renames and dates
 * it and sets its points; archives and restores it. Finished work stays in the class even when its assessment is
 * archived, since its grades count. `isGoing`: the assessment is about to be erased.
 */
export async function followAssessment(tx: Tx, assessmentId: number, telling: Telling, { isGoing = false } = {}): Promise<void> {
  const work = await lockWorkOfAssessment(tx, assessmentId);
  const assessment = isGoing ? null : await findFollowedAssessment(tx, assessmentId);
  if (!assessment || assessment.class_id === null) return letGo(tx, work, telling);
  if (work && work.course_id !== assessment.class_id) {
    await letGo(tx, work, telling);
    return followAssessment(tx, assessmentId, telling);
  }
  const isAway = assessment.is_archived && assessment.status !== 'finished';
  if (!work) return isAway ? undefined : publish(tx, { ...assessment, class_id: assessment.class_id }, telling);
  // a finished one cannot be edited any more: its work may have points of its own now, and grades for them
  if (assessment.status !== 'finished') await takeOver(tx, work, assessment, telling);
  if (isAway && work.archived_at === null) await archiveWork(tx, work, telling);
  if (!isAway && work.archived_at !== null) await restoreWorks(tx, [work], telling);
}

/** Removes the work from its class and unlinks its assessment. The students' submissions stay. */
async function letGo(tx: Tx, work: CourseWorkRow | null, telling: Telling): Promise<void> {
  if (!work) return;
  await updateWork(tx, work.id, { assessment_id: null });
  if (work.archived_at === null) await archiveWork(tx, work, telling);
  else await setArchived(tx, [work.id], true);
}

async function publish(tx: Tx, assessment: FollowedAssessment & { class_id: number }, telling: Telling): Promise<void> {
  const course = await findCourse(tx, assessment.class_id);
  if (!course) return;
  const id = await insertWork(tx, {
    course_id: assessment.class_id,
    assessment_id: assessment.id,
    creator_id: assessment.account_id,
    kind: 'ASSIGNMENT',
    work_type: 'ASSIGNMENT',
    state: 'DRAFT',
    ...contentOf(assessment, course.time_zone),
  });
  await postWork(tx, id, telling);
}

async function takeOver(tx: Tx, work: CourseWorkRow, assessment: FollowedAssessment, telling: Telling): Promise<void> {
  const content = contentOf(assessment, work.time_zone);
  const isSame =
    content.title === work.title &&
    content.topic_id === work.topic_id &&
    content.due_on === work.due_on &&
    content.max_points === work.max_points &&
    content.description === JSON.stringify(work.description);
  if (isSame) return;
  await updateWork(tx, work.id, content);
  await announcePoints(tx, work, content.max_points, { accountId: null, requestId: null });
  if (work.archived_at !== null) return;
  const after = (await findWork(tx, work.id)) as CourseWorkRow;
  await announceChange(tx, [after], telling);
}

/** Returns the work's fields: due on the day of the lesson, with the points of the assessment where it has some. */
function contentOf({ title, description, topic_id, schedule_date, max_point }: FollowedAssessment, timeZone: string) {
  return {
    title,
    description: JSON.stringify(description),
    topic_id,
    max_points: max_point !== null && max_point > 0 ? max_point : DEFAULT_MAX_POINTS,
    due_on: schedule_date,
    due_time: null,
    due_at: schedule_date === null ? null : computeDueAt({ due_on: schedule_date, due_time: null }, timeZone),
    due_zone: schedule_date === null ? null : timeZone,
  };
}
