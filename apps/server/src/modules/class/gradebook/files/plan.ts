import type { GradeConflictChoice } from '@classwright/contract';
import type { FileValue } from './read-grades.ts';

/** The value that a cell shows: its points, EX for excused, null for nothing. */
export type ShownValue = FileValue | null;

/**
 * The changes that a file would make, as stored between its preview and the import. They are in columns, since there
 * may be 20,000 cells.
 */
export interface ImportPlan {
  changes: PlannedCells;
  /** Cells that a person changed since the file was exported. */
  conflicts: PlannedCells & { isChangedInFile: boolean[] };
  problemCount: number;
}

export interface PlannedCells {
  submissionIds: number[];
  /** The values in the file. */
  values: FileValue[];
  /** The values at the preview. */
  was: ShownValue[];
}

export const noCells = (): PlannedCells => ({ submissionIds: [], values: [], was: [] });
export const toPlanBytes = (plan: ImportPlan): Buffer => Buffer.from(JSON.stringify(plan));
export const readPlan = (bytes: Buffer): ImportPlan => JSON.parse(bytes.toString()) as ImportPlan;

/** Returns the cells that an import changes, depending on the choice for conflicts. */
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
