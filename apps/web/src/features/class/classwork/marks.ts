import type { ReactNode } from 'react';

/** Another system's marks on the works of a class, provided by the feature for that system. */
export interface WorkMarks {
  /** Renders the text below a work's title. It contains no link, since the title opens the work. */
  draw: (workId: number) => ReactNode;
  /** Renders the link to the work there, among its actions. */
  drawLink: (work: { id: number; title: string }) => ReactNode;
  /** Returns true when it can be changed only in the other system. */
  isLocked: (workId: number) => boolean;
  /** Renders the content that replaces the editor of a locked work: the reason, and the possible actions. */
  drawLock: (work: { id: number; title: string }) => ReactNode;
}

export const NO_MARKS: WorkMarks = { draw: () => null, drawLink: () => null, isLocked: () => false, drawLock: () => null };
