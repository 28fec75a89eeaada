import { defineCommittedEvent } from '../../../platform/module-events.ts';

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

/** An act on grades was saved. */
export const gradesSaved = defineCommittedEvent<GradesSaved>();
