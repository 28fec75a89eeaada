import { afterCommit, type Tx } from '../../../platform/database/index.ts';

/** What an act has made of some grades of a class. */
export interface GradesSaved {
  actId: number;
  courseId: number;
  /** `return`: students can see these now; `unreturn`: they cannot any more; else they changed for the staff alone. */
  kind: string;
  /** Where it came from: `here`, or what brought it. */
  origin: string;
  cells: readonly { submissionId: number; courseWorkId: number; accountId: number; revision: number }[];
}
export type GradesListener = (saved: GradesSaved) => void | Promise<void>;

const listeners = new Set<GradesListener>();

/** Calls `listener` after the commit of each act, on the process that did it. Returns how to stop listening. */
export function onGradesSaved(listener: GradesListener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Tells the listeners once the transaction has committed. */
export function announceGrades(tx: Tx, saved: GradesSaved): void {
  for (const listener of listeners) afterCommit(tx, () => listener(saved));
}
