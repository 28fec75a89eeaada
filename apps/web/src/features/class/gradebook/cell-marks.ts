import type { ReactNode } from 'react';
import type { RenderOffer } from '../classwork/index.ts';

/** What another system has to do with grades, said by whoever knows that system. */
export interface CellMarks {
  /** The grade of a student's work is another one there: a word for it. Null: it is not. */
  differs: (workId: number, accountId: number) => string | null;
  /** What there is to say and do of the cell that is looked at. */
  drawPanel: (workId: number, accountId: number) => ReactNode;
  /** Settings of the gradebook that it offers to a class without its own. */
  drawOffer: RenderOffer;
}

export const NO_CELL_MARKS: CellMarks = { differs: () => null, drawPanel: () => null, drawOffer: () => null };
