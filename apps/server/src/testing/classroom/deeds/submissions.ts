import { precondition } from '../errors.ts';
import type { Attachment, Submission, Work } from '../types.ts';
import type { World } from '../world.ts';
import { notify } from './notify.ts';

const keyOf = (workId: string, userId: string): string => `${workId} ${userId}`;

const isAssigned = ({ studentIds }: Work, userId: string): boolean => studentIds === null || studentIds.includes(userId);

/** Assigns a published work to its students who do not have it yet, and removes it from those it is no longer for. */
export function assignWork(world: World, work: Work): void {
  const { students, submissions } = world.room(work.courseId);
  if (work.state !== 'PUBLISHED') return;
  for (const { userId } of students.values()) if (isAssigned(work, userId)) giveSubmission(world, work, userId);
  for (const submission of [...submissions.values(work.id)]) if (!isAssigned(work, submission.userId)) takeSubmission(world, submission);
}

/** Assigns all works for a student who has joined. */
export function assignTo(world: World, courseId: string, userId: string): void {
  for (const work of world.room(courseId).works.values()) {
    if (work.state !== 'PUBLISHED' || !isAssigned(work, userId)) continue;
    const { id } = giveSubmission(world, work, userId);
    notify(world, { collection: 'courses.courseWork.studentSubmissions', eventType: 'CREATED', resourceId: { courseId, courseWorkId: work.id, id } });
  }
}

export function unassignWork(world: World, courseId: string, userId: string): void {
  const { works } = world.room(courseId);
  for (const work of works.values()) {
    const submission = findSubmission(world, courseId, work.id, userId);
    if (submission) takeSubmission(world, submission);
  }
}

export function findSubmission(world: World, courseId: string, workId: string, userId: string): Submission | undefined {
  const { submissionIds, submissions } = world.room(courseId);
  return submissions.get(submissionIds.get(keyOf(workId, userId)) ?? '');
}

function giveSubmission(world: World, work: Work, userId: string): Submission {
  const { submissionIds, submissions, left } = world.room(work.courseId);
  const key = keyOf(work.id, userId);
  const id = submissionIds.get(key) ?? `Cg${world.chance.digits(14)}`;
  const there = submissions.get(id);
  if (there) return there;
  const made: Submission = {
    id,
    courseId: work.courseId,
    courseWorkId: work.id,
    userId,
    createdAt: null,
    updatedAt: null,
    state: 'NEW',
    turnedInAt: null,
    history: [],
  };
  submissionIds.set(key, id);
  const given = submissions.add(id, left.get(id) ?? made);
  left.delete(id);
  return given;
}

function takeSubmission(world: World, submission: Submission): void {
  const { submissions, left } = world.room(submission.courseId);
  left.set(submission.id, submission);
  submissions.remove(submission.id);
}

/** Changes a submission. Every change goes through here: it updates the time and notifies registered people. */
function change(world: World, submission: Submission, how: (submission: Submission, now: number) => void): Submission {
  const now = world.now();
  const changed = world.room(submission.courseId).submissions.change(submission.id, (item) => {
    item.createdAt ??= now;
    item.updatedAt = now;
    how(item, now);
  });
  const { courseId, courseWorkId, id } = submission;
  notify(world, { collection: 'courses.courseWork.studentSubmissions', eventType: 'MODIFIED', resourceId: { courseId, courseWorkId, id } });
  return changed;
}

/** Marks a submission as opened by the student for the first time. */
export function openSubmission(world: World, submission: Submission): Submission {
  if (submission.state !== 'NEW') return submission;
  return change(world, submission, (item, at) => {
    item.state = 'CREATED';
    item.history.push({ state: 'CREATED', at, actorUserId: item.userId });
  });
}

/** Turns in a submission. @throws GoogleError FAILED_PRECONDITION when it is already turned in */
export function turnIn(world: World, submission: Submission): Submission {
  if (submission.state === 'TURNED_IN') throw precondition();
  openSubmission(world, submission);
  return change(world, submission, (item, at) => {
    item.state = 'TURNED_IN';
    item.turnedInAt = at;
    item.history.push({ state: 'TURNED_IN', at, actorUserId: item.userId });
  });
}

/** Reclaims a submission. @throws GoogleError FAILED_PRECONDITION when it is not turned in */
export function reclaim(world: World, submission: Submission): Submission {
  if (submission.state !== 'TURNED_IN') throw precondition();
  return change(world, submission, (item, at) => {
    item.state = 'RECLAIMED_BY_STUDENT';
    item.turnedInAt = null;
    item.history.push({ state: 'RECLAIMED_BY_STUDENT', at, actorUserId: item.userId });
  });
}

/**
 * Returns a submission to the student. The grade does not change: only Classroom's own screens copy the draft.
 * Returning it again changes nothing. @throws GoogleError FAILED_PRECONDITION when it was never turned in, or
 * reclaimed: googleworkspace issue googleapis/google-api-php-client-services#194
 */
export function giveBack(world: World, submission: Submission, actorUserId: string): Submission {
  if (submission.state === 'RETURNED') return submission;
  if (submission.state !== 'TURNED_IN') throw precondition();
  return change(world, submission, (item, at) => {
    item.state = 'RETURNED';
    item.history.push({ state: 'RETURNED', at, actorUserId });
  });
}

/** Sets grades: points with two decimals; undefined clears. Fields that are not named do not change. */
export function grade(
  world: World,
  submission: Submission,
  grades: { draftGrade?: number | undefined; assignedGrade?: number | undefined },
  actorUserId: string,
  maxPoints: number | undefined,
): Submission {
  return change(world, submission, (item, at) => {
    if (item.state === 'NEW') item.state = 'CREATED';
    const set = (name: 'draftGrade' | 'assignedGrade', kind: 'DRAFT_GRADE_POINTS_EARNED_CHANGE' | 'ASSIGNED_GRADE_POINTS_EARNED_CHANGE') => {
      if (!(name in grades)) return;
      const points = grades[name] === undefined ? undefined : Math.round(grades[name] * 100) / 100;
      if (points === undefined) delete item[name];
      else item[name] = points;
      item.history.push({ grade: kind, points, maxPoints, at, actorUserId });
    };
    set('draftGrade', 'DRAFT_GRADE_POINTS_EARNED_CHANGE');
    set('assignedGrade', 'ASSIGNED_GRADE_POINTS_EARNED_CHANGE');
  });
}

export function attach(world: World, submission: Submission, attachments: readonly Attachment[]): Submission {
  openSubmission(world, submission);
  return change(world, submission, (item, at) => {
    item.attachments = [...(item.attachments ?? []), ...attachments];
    if (item.state === 'TURNED_IN') item.history.push({ state: 'STUDENT_EDITED_AFTER_TURN_IN', at, actorUserId: item.userId });
  });
}

/** Sets a short answer or a choice: possible only in Classroom's own screens. */
export function answer(world: World, submission: Submission, text: string): Submission {
  openSubmission(world, submission);
  return change(world, submission, (item) => {
    item.answer = text;
  });
}
