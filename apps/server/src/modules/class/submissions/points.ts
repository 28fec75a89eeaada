import type { Tx } from '../../../platform/database/index.ts';
import type { PointsChange } from '../classwork/index.ts';
import { countGradesOf, insertAct } from './grades-queries.ts';

/** The kind of act for changed points of graded work. It cannot be undone, since it changed no grade. */
export const POINTS_ACT = 'points';

/** The content of such an act's note, as JSON. */
export interface PointsNote {
  course_work_id: number;
  title: string;
  from: number | null;
  to: number | null;
}

/**
 * Records, if there are grades, that the points of their work change from here on, so that a grade's maximum at the
 * time is always known. No cell gets a change, so that an earlier act can still be undone.
 */
export async function notePoints(tx: Tx, { workId, courseId, title, from, to, accountId, requestId }: PointsChange): Promise<void> {
  const cellCount = await countGradesOf(tx, workId);
  if (cellCount === 0) return;
  const note: PointsNote = { course_work_id: workId, title, from, to };
  await insertAct(tx, { courseId, accountId, kind: POINTS_ACT, note: JSON.stringify(note), cellCount, undoes: null, requestId });
}

/**
 * Returns a work's maximum points at the time of an act: those before their first later change, or the current ones.
 */
export function pointsAt(actId: number, changes: readonly { act_id: number; points: number | null }[], now: number | null): number | null {
  const next = changes.find((change) => change.act_id > actId);
  return next ? next.points : now;
}
