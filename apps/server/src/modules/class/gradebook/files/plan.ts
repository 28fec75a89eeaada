import type { GradeConflictChoice } from '@classwright/contract';
import type { FileValue } from './read-grades.ts';

/** What a cell shows: its points, EX for excused, null for nothing. */
export type ShownValue = FileValue | null;

/** What a file would do, as it is kept between its preview and the import: in columns, since there may be 20,000 cells. */
export interface ImportPlan {
  changes: PlannedCells;
  /** Cells that somebody changed since the file was exported. */
  conflicts: PlannedCells & { isChangedInFile: boolean[] };
  problemCount: number;
}

export interface PlannedCells {
  submissionIds: number[];
  /** What the file holds. */
  values: FileValue[];
  /** What was there at the preview. */
  was: ShownValue[];
}

export const noCells = (): PlannedCells => ({ submissionIds: [], values: [], was: [] });
export const toPlanBytes = (plan: ImportPlan): Buffer => Buffer.from(JSON.stringify(plan));
export const readPlan = (bytes: Buffer): ImportPlan => JSON.parse(bytes.toString()) as ImportPlan;

/** The cells that an import changes, by what is to become of conflicts. */
export function chooseCells({ changes, conflicts }: ImportPlan, choice: GradeConflictChoice): PlannedCells {
  const chosen = noCells();
  const take = ({ submissionIds, values, was }: PlannedCells, isTaken: (index: number) => boolean): void => {
    for (const [index, id] of submissionIds.entries()) {
      if (!isTaken(index)) continue;
      chosen.submissionIds.push(id);
      chosen.values.push(values[index]!);
      chosen.was.push(was[index]!);
    }
  };
  take(changes, () => true);
  if (choice !== 'keep') take(conflicts, (index) => choice === 'all' || conflicts.isChangedInFile[index] === true);
  return chosen;
}
