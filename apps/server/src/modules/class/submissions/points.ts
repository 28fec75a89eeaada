import type { Tx } from '../../../platform/database/index.ts';
import type { PointsChange } from '../classwork/index.ts';
import { countGradesOf, insertAct } from './grades-queries.ts';

/** The act of other points for graded work. Nothing of it is taken back by an undo: no grade became another number. */
export const POINTS_ACT = 'points';

/** What such an act says in its note, as JSON. */
export interface PointsNote {
  course_work_id: number;
  title: string;
  from: number | null;
  to: number | null;
}

/**
 * Keeps, where grades are there, that the points of their work are others from here on: what a grade was out of when it was
 * given can be said ever after. No cell gets a change, so that an act before it can still be taken back.
 */
export async function notePoints(tx: Tx, { workId, courseId, title, from, to, accountId, requestId }: PointsChange): Promise<void> {
  const cellCount = await countGradesOf(tx, workId);
  if (cellCount === 0) return;
  const note: PointsNote = { course_work_id: workId, title, from, to };
  await insertAct(tx, { courseId, accountId, kind: POINTS_ACT, note: JSON.stringify(note), cellCount, undoes: null, requestId });
}

/** What work was out of when something was done to a grade of it: before the first change of its points since, if there was one. */
export function pointsAt(actId: number, changes: readonly { act_id: number; points: number | null }[], now: number | null): number | null {
  const next = changes.find((change) => change.act_id > actId);
  return next ? next.points : now;
}
