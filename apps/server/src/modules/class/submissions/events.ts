import { afterCommit, type Tx } from '../../../platform/database/index.ts';

/** The result of an act on grades of a class. */
export interface GradesSaved {
  actId: number;
  courseId: number;
  /**
   * The kind of act. `return`: students can see these now; `unreturn`: they no longer can; others changed them only for
   * staff.
   */
  kind: string;
  /** The origin: `here`, or the source of the change. */
  origin: string;
  cells: readonly { submissionId: number; courseWorkId: number; accountId: number; revision: number }[];
}
export type GradesListener = (saved: GradesSaved) => void | Promise<void>;

const listeners = new Set<GradesListener>();

/**
 * Calls `listener` after the commit of each act, in the process that ran it. Returns a function that stops listening.
 */
export function onGradesSaved(listener: GradesListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Calls the listeners once the transaction has committed. */
export function announceGrades(tx: Tx, saved: GradesSaved): void {
  for (const listener of listeners) afterCommit(tx, () => listener(saved));
}
