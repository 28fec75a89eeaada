import { type OwnGradeEntry, studentGradeHistory } from '@classwright/contract';
import { appError } from '../../../platform/errors.ts';
import { implement, type Implementation } from '../../../platform/http/index.ts';
import { standingIn } from '../classes/index.ts';
import { listPointsBefore } from './grades-queries.ts';
import { pointsAt } from './points.ts';
import { findAssigned, type GradeHistoryRow, listGradeHistory } from './queries.ts';
import { toWorkView } from './views.ts';
import { findPostedWork } from './work-queries.ts';

/**
 * Returns the history of a student's own grade of one item. Anything that is not theirs gives the same response as if
 * it did not exist.
 */
export function implementStudentGradeHistory(): Implementation {
  return implement(studentGradeHistory, async ({ tx: db, actor, input }) => {
    const submission = await findAssigned(db, input.course_work_id, actor.accountId);
    if (!submission || (await standingIn(db, actor, submission.course_id)) !== 'student') throw appError('WORK_NOT_FOUND');
    const work = await findPostedWork(db, submission.course_id, submission.course_work_id);
    if (!work) throw appError('WORK_NOT_FOUND');
    const { title, maxPoints } = toWorkView(work, 'student');
    const points = await listPointsBefore(db, work.course_id, work.id);
    const isVeiled = maxPoints !== work.max_points;
    const history = toOwnEntries(await listGradeHistory(db, submission.id), (actId) => (isVeiled ? null : pointsAt(actId, points, maxPoints)));
    return { item: { id: work.id, title }, history: history.reverse() };
  });
}

/** Returns the visible effect of each act for the student, oldest first, without acts that changed nothing visible. */
function toOwnEntries(changes: readonly GradeHistoryRow[], maxPointsAt: (actId: number) => number | null): OwnGradeEntry[] {
  const entries: OwnGradeEntry[] = [];
  let was: number | null = null;
  for (const { act_id, at, kind, assigned } of changes) {
    const isTakenBack = kind === 'unreturn';
    if (kind === 'return' || isTakenBack || assigned !== was)
      entries.push({
        at: at.toISOString(),
        kind: isTakenBack ? 'taken-back' : was !== null && was !== assigned ? 'changed' : 'returned',
        grade: assigned,
        was,
        maxPoints: maxPointsAt(act_id),
      });
    was = assigned;
  }
  return entries;
}
