import type { ReactNode } from 'react';
import type { RenderOffer } from '../classwork/index.ts';

/** The marks of another system in the gradebook, provided by the feature that knows it. */
export interface CellMarks {
  /** Returns a short text if a student's work has another grade in the other system, otherwise null. */
  differs: (workId: number, accountId: number) => string | null;
  /** Draws the information and actions for the selected cell. */
  drawPanel: (workId: number, accountId: number) => ReactNode;
  /** Draws the offer of gradebook settings to a class without its own. */
  drawOffer: RenderOffer;
}

export const NO_CELL_MARKS: CellMarks = { differs: () => null, drawPanel: () => null, drawOffer: () => null };
