import type { ReactNode } from 'react';
import type { RowAct } from '../../../ui/data-table/index.ts';

/** Another system's marks on the works of a class, provided by the feature for that system. */
export interface WorkMarks {
  /** Renders the text below a work's title. It contains no link, since the title opens the work. */
  draw: (workId: number) => ReactNode;
  /** Returns the act that opens the work there; null when it is not there. */
  linkOf: (work: { id: number; title: string }) => RowAct | null;
  /** Returns true when it can be changed only in the other system. */
  isLocked: (workId: number) => boolean;
  /** Returns the words of the act that stands in place of editing a locked work. */
  lockOf: (work: { title: string }) => Pick<RowAct, 'words' | 'label'>;
  /** Renders the dialog of that act: the reason, and the possible actions. */
  drawLock: (work: { id: number; title: string }, onClose: () => void) => ReactNode;
}

export const NO_MARKS: WorkMarks = {
  draw: () => null,
  linkOf: () => null,
  isLocked: () => false,
  lockOf: ({ title }) => ({ words: title, label: title }),
  drawLock: () => null,
};
